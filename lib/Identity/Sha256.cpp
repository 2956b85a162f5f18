//===- Sha256.cpp - SHA-256 of any number of bytes ------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Identity/Sha256.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"
#include "llvm/TargetParser/Host.h"

#include <cstring>

#ifdef __x86_64__
#include <immintrin.h>
#endif

using namespace llvm;
using namespace llvm::support;
using namespace pld::identity;

static constexpr size_t kBlockSize = 64;

/// FIPS 180-4, section 4.2.2.
static constexpr uint32_t kRound[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using State = std::array<uint32_t, 8>;

static void addBlock(State &state, const char *block) {
  uint32_t w[64];
  for (size_t i = 0; i < 16; ++i)
    w[i] = endian::read32be(block + 4 * i);
  for (unsigned i = 16; i < 64; ++i) {
    uint32_t x = w[i - 15], y = w[i - 2];
    w[i] = w[i - 16] + (rotr(x, 7) ^ rotr(x, 18) ^ (x >> 3)) + w[i - 7] +
           (rotr(y, 17) ^ rotr(y, 19) ^ (y >> 10));
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (unsigned i = 0; i < 64; ++i) {
    uint32_t t1 = h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) +
                  ((e & f) ^ (~e & g)) + kRound[i] + w[i];
    uint32_t t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) +
                  ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  uint32_t sums[8] = {a, b, c, d, e, f, g, h};
  for (auto [word, sum] : zip_equal(state, sums))
    word += sum;
}

static void addBlocksPortably(State &state, StringRef blocks) {
  for (const char *at = blocks.begin(); at != blocks.end(); at += kBlockSize)
    addBlock(state, at);
}

#ifdef __x86_64__
/// The same with the instructions that x86 processors have for it. Their state
/// is in two registers, as the words a b e f and c d g h, the first one
/// highest.
__attribute__((target("sha,sse4.1"))) static void
addBlocksBySha(State &state, StringRef blocks) {
  auto load = [](const void *from) {
    return _mm_loadu_si128(static_cast<const __m128i *>(from));
  };
  const __m128i bigEndian =
      _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  auto [a, b, c, d, e, f, g, h] = state;
  uint32_t high[4] = {f, e, b, a}, low[4] = {h, g, d, c};
  __m128i abef = load(high), cdgh = load(low);

  for (const char *at = blocks.begin(); at != blocks.end(); at += kBlockSize) {
    __m128i w[4], abefBefore = abef, cdghBefore = cdgh;
    for (size_t i = 0; i < 4; ++i)
      w[i] = _mm_shuffle_epi8(load(at + 16 * i), bigEndian);
    for (size_t i = 0; i < 16; ++i) {
      // Four rounds, then the words of the four that are sixteen later.
      __m128i &now = w[i % 4], next = w[(i + 1) % 4];
      __m128i previous = w[(i + 3) % 4];
      __m128i sum = _mm_add_epi32(now, load(kRound + 4 * i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      sum = _mm_shuffle_epi32(sum, 0x0e);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, sum);
      __m128i seven = _mm_alignr_epi8(previous, w[(i + 2) % 4], 4);
      now = _mm_sha256msg2_epu32(
          _mm_add_epi32(_mm_sha256msg1_epu32(now, next), seven), previous);
    }
    abef = _mm_add_epi32(abef, abefBefore);
    cdgh = _mm_add_epi32(cdgh, cdghBefore);
  }
  std::memcpy(high, &abef, sizeof(high));
  std::memcpy(low, &cdgh, sizeof(low));
  state = {high[3], high[2], low[3], low[2], high[1], high[0], low[1], low[0]};
}

static bool hasInstructions() {
  const StringMap<bool> features = sys::getHostCPUFeatures();
  return features.lookup("sha") && features.lookup("sse4.1");
}
#endif

Sha256::Sha256(bool isPortable) : addBlocks(addBlocksPortably) {
#ifdef __x86_64__
  static const bool isFast = hasInstructions();
  if (isFast && !isPortable)
    addBlocks = addBlocksBySha;
#endif
}

void Sha256::update(StringRef bytes) {
  size_t used = numBytes % kBlockSize;
  numBytes += bytes.size();
  if (used) {
    StringRef part = bytes.take_front(kBlockSize - used);
    copy(part, pending.begin() + used);
    bytes = bytes.drop_front(part.size());
    if (used + part.size() < kBlockSize)
      return;
    addBlocks(state, StringRef(pending.data(), kBlockSize));
  }
  size_t whole = bytes.size() / kBlockSize * kBlockSize;
  addBlocks(state, bytes.take_front(whole));
  copy(bytes.drop_front(whole), pending.begin());
}

Sha256::Digest Sha256::finish() {
  char padding[2 * kBlockSize] = {char(0x80)};
  // The length follows in the last eight bytes of a block.
  size_t used = numBytes % kBlockSize;
  size_t size = (used < kBlockSize - 8 ? 1 : 2) * kBlockSize - used;
  endian::write64be(padding + size - 8, numBytes * 8);
  update(StringRef(padding, size));
  Digest digest;
  for (size_t i = 0; i < 8; ++i)
    endian::write32be(digest.data() + 4 * i, state[i]);
  return digest;
}
