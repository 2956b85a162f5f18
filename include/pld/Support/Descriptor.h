//===- Descriptor.h - Owns a file descriptor --------------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_SUPPORT_DESCRIPTOR_H
#define PLD_SUPPORT_DESCRIPTOR_H

#include <unistd.h>
#include <utility>

namespace pld {

/// A file descriptor that is closed at the end.
class Descriptor {
public:
  explicit Descriptor(int fd = -1) : fd(fd) {}
  Descriptor(Descriptor &&other) noexcept : fd(other.fd) { other.fd = -1; }
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(fd, other.fd);
    return *this;
  }
  ~Descriptor() {
    if (fd >= 0)
      ::close(fd);
  }

  int get() const { return fd; }
  explicit operator bool() const { return fd >= 0; }

private:
  int fd;
};

} // namespace pld

#endif // PLD_SUPPORT_DESCRIPTOR_H
