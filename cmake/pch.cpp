// The precompiled header needs one source file; see AddPLD.cmake.
