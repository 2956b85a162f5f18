# Installs what find_package(PLD) gives: PLD::PLD, headers, .td files, tools.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(PLD_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/PLD")

install(TARGETS PLD EXPORT PLDTargets LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
get_property(pld_tools GLOBAL PROPERTY PLD_TOOLS)
install(TARGETS ${pld_tools} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY include/pld include/pld-c DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.def")
install(DIRECTORY "${PROJECT_BINARY_DIR}/include/pld" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.inc" PATTERN "CMakeFiles" EXCLUDE)

install(EXPORT PLDTargets NAMESPACE PLD:: DESTINATION "${PLD_CMAKE_DIR}")
configure_package_config_file(cmake/PLDConfig.cmake.in PLDConfig.cmake
                              INSTALL_DESTINATION "${PLD_CMAKE_DIR}"
                              PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(PLDConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/PLDConfig.cmake"
              "${PROJECT_BINARY_DIR}/PLDConfigVersion.cmake"
        DESTINATION "${PLD_CMAKE_DIR}")
