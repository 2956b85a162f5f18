//===- record.cpp - Runs exported orchestrations --------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads one run a line from the standard input:
//
//   PROGRAM data=M,A,K [tensor=DTYPE:D,D,.. | scalar=HEX]..
//
// calls the PROGRAM'th orchestration with these arguments, in a process of its
// own, and writes what it does: one JSON object a line, for the number of
// arguments, scopes, allocations, tasks, reads, writes and errors; then how the
// run ended. `record.py` writes the runs and makes records of the lines.
//
//===----------------------------------------------------------------------===//

#include "pto_orchestration_api.h"

#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

/// The orchestrations, of the file that `record.py` makes.
struct Program {
  PTO2OrchestrationConfig (*config)(const ChipTaskArgs &);
  void (*entry)(const ChipTaskArgs &);
};
extern const Program programs[];

namespace {

/// No orchestration of a test takes longer, in seconds, or submits more.
constexpr unsigned kTimeLimit = 60;
constexpr int64_t kMaxTasks = 100000;

struct DTypeInfo {
  const char *name;
  /// 0 if the host cannot read one element.
  size_t width;
  /// i: signed, u: unsigned, f: float, b: bool, ?: as it is read.
  char kind;
};
const DTypeInfo dtypes[] = {
    {"FLOAT32", 4, 'f'},   {"FLOAT16", 2, '-'}, {"BFLOAT16", 2, '-'},
    {"INT8", 1, 'i'},      {"INT16", 2, 'i'},   {"INT32", 4, 'i'},
    {"INT64", 8, 'i'},     {"UINT8", 1, 'u'},   {"UINT16", 2, 'u'},
    {"UINT32", 4, 'u'},    {"UINT64", 8, 'u'},  {"BOOL", 1, 'b'},
    {"FP8E4M3FN", 1, '-'}, {"FP8E8M0", 1, '-'}, {"FP4E2M1", 0, '-'},
    {"ANY", 0, '?'}};

struct Buffer {
  DataType dtype;
  /// The scope in which it was allocated: 0 is none.
  size_t scope;
  std::map<uint64_t, uint64_t> written;
};
struct Scope {
  bool manual, ended;
};

// Parameters are the first buffers. One process runs one orchestration.
std::vector<Buffer> buffers;
/// The tensors that the runtime makes, by buffer without the parameters.
std::deque<ChipTensor> made;
std::vector<ChipTensor> params;
std::vector<uint64_t> scalarParams;
std::vector<Scope> scopes = {{false, false}};
std::vector<size_t> openScopes = {0};
int64_t numTasks = 0;
int64_t dataScale = 1, dataStart = 1, dataPeriod = 1;

const DTypeInfo &getInfo(DataType dtype) {
  return dtypes[static_cast<size_t>(dtype)];
}

/// Row-major ones.
std::vector<uint32_t> getStrides(const uint32_t *shape, uint32_t ndims) {
  std::vector<uint32_t> strides(ndims, 1);
  for (uint32_t i = ndims; i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  return strides;
}

uint64_t countElements(const uint32_t *shape, uint32_t ndims) {
  uint64_t count = 1;
  for (uint32_t i = 0; i < ndims; ++i)
    count *= shape[i];
  return count;
}

bool hasOwnStrides(const ChipTensor &tensor) {
  return countElements(tensor.shapes, tensor.ndims) != 0 &&
         memcmp(tensor.strides, getStrides(tensor.shapes, tensor.ndims).data(),
                tensor.ndims * sizeof(uint32_t)) != 0;
}

void setShape(ChipTensor &tensor, const uint32_t *shape, uint32_t ndims) {
  if (ndims > 5)
    failAssertion("a tensor has more than 5 dimensions");
  tensor.ndims = ndims;
  for (uint32_t i = 0; i < ndims; ++i) {
    tensor.shapes[i] = shape[i];
    tensor.strides[i] = getStrides(shape, ndims)[i];
  }
}

int32_t makeBuffer(ChipTensor &tensor) {
  tensor.buffer = static_cast<int32_t>(buffers.size());
  buffers.push_back({tensor.dtype, openScopes.back(), {}});
  return tensor.buffer;
}

/// `sep` goes between the elements.
template <typename T>
std::string join(const T *elements, size_t count, const char *sep) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += (i ? sep : "") + std::to_string(elements[i]);
  return text;
}

std::string getName(int32_t buffer) {
  int32_t numParams = static_cast<int32_t>(params.size());
  return buffer < numParams ? "p" + std::to_string(buffer)
                            : "a" + std::to_string(buffer - numParams);
}

const Buffer &getBuffer(const ChipTensor &tensor) {
  if (tensor.buffer == -2)
    failAssertion("a tensor is used after its variable has ended");
  if (tensor.buffer < 0 || static_cast<size_t>(tensor.buffer) >= buffers.size())
    failAssertion("a tensor was never made");
  return buffers[tensor.buffer];
}

/// `a1+64[8,16]{32,1}flags`, see record.py.
std::string describe(const ChipTensor &tensor) {
  const Buffer &buffer = getBuffer(tensor);
  std::string text = getName(tensor.buffer);
  if (tensor.start_offset)
    text += "+" + std::to_string(tensor.start_offset);
  text += "[" + join(tensor.shapes, tensor.ndims, ",") + "]";
  if (hasOwnStrides(tensor))
    text += "{" + join(tensor.strides, tensor.ndims, ",") + "}";
  if (tensor.manual_dep)
    text += "m";
  if (scopes[buffer.scope].ended)
    text += "!";
  if (tensor.is_contiguous == hasOwnStrides(tensor))
    text += "~contiguous";
  if (tensor.dtype != buffer.dtype)
    text += std::string(":") + getInfo(tensor.dtype).name;
  return text;
}

const ChipTensor &makeTensor(const TensorCreateInfo &info,
                             const std::string &how) {
  if (info.ndims == 0)
    failAssertion("a create info is used after its variable has ended");
  ChipTensor tensor;
  tensor.dtype = info.dtype;
  tensor.manual_dep = info.manual_dep;
  setShape(tensor, info.shapes, info.ndims);
  int32_t number = makeBuffer(tensor);
  std::printf("{\"alloc\": \"%s\", %s\"dtype\": \"%s\", \"shape\": [%s], "
              "\"scope\": %zu",
              getName(number).c_str(), how.c_str(), getInfo(info.dtype).name,
              join(info.shapes, info.ndims, ", ").c_str(), openScopes.back());
  if (info.manual_dep)
    std::printf(", \"manual_dep\": true");
  if (info.has_initial_value) {
    size_t width = getInfo(info.dtype).width;
    uint64_t mask = width < 8 ? (uint64_t(1) << (8 * width)) - 1 : UINT64_MAX;
    std::printf(", \"init\": \"%" PRIx64 "\"", info.initial_value & mask);
  }
  std::printf("}\n");
  made.push_back(tensor);
  return made.back();
}

TaskOutputTensors submit(const char *how, const std::vector<int32_t> &ids,
                         const CoreTaskArgs &args) {
  if (numTasks >= kMaxTasks)
    failAssertion("there are too many tasks");
  TaskOutputTensors outputs;
  outputs.id = PTO2TaskId(numTasks++);
  outputs.firstBuffer = static_cast<int32_t>(made.size());
  for (uint32_t i = 0; i < args.numTensors; ++i)
    if (args.tensors[i].info) {
      makeTensor(*args.tensors[i].info,
                 "\"by\": [" + std::to_string(outputs.id.number) + ", " +
                     std::to_string(outputs.count) + "], ");
      ++outputs.count;
    }

  std::printf("{\"task\": \"%s\", \"ids\": [%s], \"args\": [", how,
              join(ids.data(), ids.size(), ", ").c_str());
  uint32_t numMade = 0;
  for (uint32_t i = 0; i < args.numTensors; ++i) {
    const CoreTaskArgs::Tensor &arg = args.tensors[i];
    std::string text =
        arg.info ? getName(made[outputs.firstBuffer + numMade++].buffer)
                 : describe(*arg.tensor);
    std::printf("%s\"%s %s\"", i ? ", " : "", arg.tag, text.c_str());
  }
  std::printf("], \"scalars\": [%s]",
              join(args.scalars, args.numScalars, ", ").c_str());
  std::vector<uint32_t> dumped;
  for (uint32_t i = 0; i < args.numTensors; ++i)
    if (args.tensors[i].dump)
      dumped.push_back(i);
  if (!dumped.empty())
    std::printf(", \"dump\": [%s]",
                join(dumped.data(), dumped.size(), ", ").c_str());
  for (uint32_t i = 0; i < args.numDeps; ++i)
    if (args.deps[i].number != args.depNumbers[i])
      failAssertion("dependencies have changed before the task is submitted");
  if (args.numDeps)
    std::printf(", \"deps\": [%s]",
                join(args.depNumbers, args.numDeps, ", ").c_str());
  const LaunchSpec &launch = args.launch_spec;
  if (launch.blockNum < 1 || launch.coreNum < 1)
    failAssertion("a task runs on no block");
  if (launch.blockNum != 1)
    std::printf(", \"block_num\": %d", launch.blockNum);
  if (launch.coreNum != 1)
    std::printf(", \"core_num\": %d", launch.coreNum);
  if (launch.syncStart)
    std::printf(", \"sync_start\": true");
  if (args.earlyResolve)
    std::printf(", \"early_resolve\": true");
  if (args.predicate.op != PredicateOp::NONE) {
    static const char *const names[] = {"", "==", "!=", ">", "<", ">=", "<="};
    const auto &operand = args.predicate.operand;
    if (!operand.tensor)
      failAssertion("a predicate has no tensor");
    if (operand.ndims != operand.tensor->ndims)
      failAssertion("a predicate has not as many indices as dimensions");
    char kind = getInfo(operand.tensor->dtype).kind;
    if (kind != 'i' && kind != '?')
      failAssertion("a predicate reads what is not a signed integer");
    std::printf(", \"predicate\": [\"%s\", [%s], \"%s\", %" PRId64 "]",
                describe(*operand.tensor).c_str(),
                join(operand.indices, operand.ndims, ", ").c_str(),
                names[static_cast<int>(args.predicate.op)],
                args.predicate.target);
  }
  std::printf("}\n");
  return outputs;
}

/// The flat offset in the buffer, and its width.
std::pair<uint64_t, size_t> locate(const ChipTensor &tensor, uint32_t count,
                                   const uint32_t *indices, size_t width) {
  const Buffer &buffer = getBuffer(tensor);
  if (count != tensor.ndims)
    failAssertion(
        "an element has not as many indices as its tensor dimensions");
  uint64_t offset = tensor.start_offset;
  // The runtime does not look at bounds.
  for (uint32_t i = 0; i < count; ++i)
    offset += uint64_t(indices[i]) * tensor.strides[i];
  if (buffer.dtype != DataType::ANY && getInfo(buffer.dtype).width != width)
    failAssertion("an element is read or written with another width");
  return {offset, width};
}

/// The value of element `offset` of every buffer, before anybody writes it.
uint64_t getElement(const Buffer &buffer, uint64_t offset, size_t width,
                    bool isFloat) {
  auto it = buffer.written.find(offset);
  if (it != buffer.written.end())
    return it->second;
  int64_t number =
      dataScale *
      (dataStart + static_cast<int64_t>(offset % uint64_t(dataPeriod)));
  char kind = getInfo(buffer.dtype).kind;
  if (kind == '?')
    kind = isFloat ? 'f' : 'i';
  if (kind == '-')
    failAssertion("the host cannot read elements of this type");
  if (kind == 'b')
    return number & 1;
  if (kind == 'f')
    return width == 4 ? to_u64(static_cast<float>(number))
                      : to_u64(static_cast<double>(number));
  return static_cast<uint64_t>(number) &
         (width < 8 ? (uint64_t(1) << (8 * width)) - 1 : UINT64_MAX);
}

void printAccess(const char *how, const ChipTensor &tensor, uint64_t offset,
                 uint64_t bits) {
  std::printf("{\"%s\": \"%s\", \"at\": %" PRIu64 ", \"value\": \"%" PRIx64
              "\"}\n",
              how, describe(tensor).c_str(), offset, bits);
}

} // namespace

void failAssertion(const char *what) {
  // A line may have begun.
  std::printf("\n{\"error\": \"%s\"}\n", what);
  std::fflush(stdout);
  std::_Exit(1);
}

ChipTensor ChipTensor::view(const uint32_t sizes[], const uint32_t offsets[],
                            bool manual_dep) const {
  getBuffer(*this);
  ChipTensor result = *this;
  result.manual_dep = manual_dep;
  for (uint32_t i = 0; i < ndims; ++i) {
    result.shapes[i] = sizes[i];
    if (sizes[i] != 0 && uint64_t(offsets[i]) + sizes[i] > shapes[i])
      failAssertion("a view is larger than its tensor");
  }
  if (countElements(sizes, ndims) != 0)
    for (uint32_t i = 0; i < ndims; ++i)
      result.start_offset += uint64_t(offsets[i]) * strides[i];
  result.is_contiguous = !hasOwnStrides(result);
  return result;
}

ChipTensor ChipTensor::reshape(const uint32_t sizes[], uint32_t count,
                               bool manual_dep) const {
  getBuffer(*this);
  if (!is_contiguous)
    failAssertion("a tensor that is not contiguous is reshaped");
  if (countElements(sizes, count) != countElements(shapes, ndims))
    failAssertion("a shape has another number of elements");
  ChipTensor result = *this;
  result.manual_dep = manual_dep;
  setShape(result, sizes, count);
  return result;
}

ChipTensor ChipTensor::transpose(uint32_t x, uint32_t y,
                                 bool manual_dep) const {
  getBuffer(*this);
  if (x >= ndims || y >= ndims)
    failAssertion("an axis that is not there is transposed");
  ChipTensor result = *this;
  result.manual_dep = manual_dep;
  std::swap(result.shapes[x], result.shapes[y]);
  std::swap(result.strides[x], result.strides[y]);
  result.is_contiguous = !hasOwnStrides(result);
  return result;
}

TensorCreateInfo::TensorCreateInfo(const uint32_t *sizes, uint32_t count,
                                   DataType dtype, bool manual_dep)
    : ndims(count), dtype(dtype), manual_dep(manual_dep) {
  if (count == 0 || count > 5)
    failAssertion("a tensor has not 1 to 5 dimensions");
  for (uint32_t i = 0; i < count; ++i)
    shapes[i] = sizes[i];
}

const ChipTensor &TaskOutputTensors::get_ref(uint32_t index) const & {
  if (index >= count)
    failAssertion("there is no such output");
  return made[firstBuffer + index];
}

TensorHandle ChipTaskArgs::tensor(uint32_t index) const {
  if (index >= params.size())
    failAssertion("there is no such tensor parameter");
  return {&params[index]};
}
uint64_t ChipTaskArgs::scalar(uint32_t index) const {
  if (index >= scalarParams.size())
    failAssertion("there is no such scalar parameter");
  return scalarParams[index];
}

void CoreTaskArgs::add(const Tensor &tensor) {
  if (numScalars != 0)
    failAssertion("a tensor is added after a scalar");
  if (numTensors == std::size(tensors))
    failAssertion("a task has too many tensors");
  tensors[numTensors++] = tensor;
}
void CoreTaskArgs::add(const char *tag, const ChipTensor &tensor) {
  add({tag, &tensor, nullptr, false});
}
void CoreTaskArgs::add_output(const TensorCreateInfo &info) {
  add({"new", nullptr, &info, false});
}

void CoreTaskArgs::addScalar(uint64_t bits) {
  if (numScalars == std::size(scalars))
    failAssertion("a task has too many scalars");
  scalars[numScalars++] = bits;
}

void CoreTaskArgs::dumpOne(const ChipTensor *tensor) {
  bool found = false;
  for (uint32_t i = 0; i < numTensors; ++i)
    if (tensors[i].tensor == tensor)
      found = tensors[i].dump = true;
  if (!found)
    failAssertion("a tensor is dumped that is not an argument");
}

void CoreTaskArgs::set_dependencies(const PTO2TaskId *ids, uint32_t count) {
  if (count != 0 && numDeps != 0)
    failAssertion("dependencies are set twice");
  if (count > std::size(depNumbers))
    failAssertion("there are too many dependencies");
  deps = ids;
  numDeps = count;
  for (uint32_t i = 0; i < count; ++i) {
    depNumbers[i] = ids[i].number;
    if (ids[i].number < 0 || ids[i].number >= numTasks)
      failAssertion("a dependency is not a task");
  }
}

TaskOutputTensors rt_submit_aic_task(int32_t id, const CoreTaskArgs &args) {
  return submit("aic", {id}, args);
}
TaskOutputTensors rt_submit_aiv_task(int32_t id, const CoreTaskArgs &args) {
  return submit("aiv", {id}, args);
}
TaskOutputTensors rt_submit_task(const MixedKernels &kernels,
                                 const CoreTaskArgs &args) {
  return submit(
      "mixed",
      {kernels.aic_kernel_id, kernels.aiv0_kernel_id, kernels.aiv1_kernel_id},
      args);
}
TaskOutputTensors rt_submit_dummy_task(const CoreTaskArgs &args) {
  return submit("dummy", {}, args);
}

TaskOutputTensors allocate(const TensorCreateInfo *const *infos, size_t count) {
  TaskOutputTensors outputs;
  outputs.firstBuffer = static_cast<int32_t>(made.size());
  outputs.count = static_cast<uint32_t>(count);
  for (size_t i = 0; i < count; ++i)
    makeTensor(*infos[i], "");
  return outputs;
}

void readElement(const ChipTensor &tensor, uint32_t count,
                 const uint32_t *indices, size_t width, bool isFloat,
                 void *value) {
  auto [offset, bytes] = locate(tensor, count, indices, width);
  uint64_t bits = getElement(getBuffer(tensor), offset, bytes, isFloat);
  memcpy(value, &bits, bytes);
  printAccess("read", tensor, offset, bits);
}

void writeElement(const ChipTensor &tensor, uint32_t count,
                  const uint32_t *indices, size_t width, const void *value) {
  auto [offset, bytes] = locate(tensor, count, indices, width);
  uint64_t bits = 0;
  memcpy(&bits, value, bytes);
  buffers[tensor.buffer].written[offset] = bits;
  printAccess("write", tensor, offset, bits);
}

ScopeGuard::ScopeGuard(PTO2ScopeMode mode) {
  bool manual = mode == PTO2ScopeMode::MANUAL;
  if (!manual && scopes[openScopes.back()].manual)
    failAssertion("an automatic scope is in a manual one");
  openScopes.push_back(scopes.size());
  scopes.push_back({manual, false});
  std::printf("{\"scope\": \"%s\"}\n", manual ? "manual" : "auto");
}
ScopeGuard::~ScopeGuard() {
  scopes[openScopes.back()].ended = true;
  std::printf("{\"end\": %zu}\n", openScopes.back());
  openScopes.pop_back();
}

static void addTensorParam(const std::string &text) {
  size_t colon = text.find(':');
  ChipTensor tensor;
  for (size_t i = 0; i < std::size(dtypes); ++i)
    if (text.compare(0, colon, dtypes[i].name) == 0)
      tensor.dtype = static_cast<DataType>(i);
  std::vector<uint32_t> shape;
  std::istringstream dims(text.substr(colon + 1));
  for (std::string dim; std::getline(dims, dim, ',');)
    shape.push_back(static_cast<uint32_t>(std::stoul(dim)));
  setShape(tensor, shape.data(), static_cast<uint32_t>(shape.size()));
  makeBuffer(tensor);
  params.push_back(tensor);
}

static void run(const std::string &line) {
  std::istringstream words(line);
  size_t number;
  words >> number;
  for (std::string word; words >> word;) {
    std::string value = word.substr(word.find('=') + 1);
    if (word.rfind("tensor=", 0) == 0)
      addTensorParam(value);
    else if (word.rfind("scalar=", 0) == 0)
      scalarParams.push_back(std::stoull(value, nullptr, 16));
    else
      std::sscanf(value.c_str(), "%" SCNd64 ",%" SCNd64 ",%" SCNd64, &dataScale,
                  &dataStart, &dataPeriod);
  }
  ChipTaskArgs args;
  size_t count = programs[number].config(args).expected_arg_count;
  std::printf("{\"expected_arg_count\": %zu}\n", count);
  if (count != params.size() + scalarParams.size())
    failAssertion("another number of arguments is expected");
  programs[number].entry(args);
}

int main() {
  std::setvbuf(stdout, nullptr, _IOFBF, 1 << 16);
  char line[1 << 16];
  while (std::fgets(line, sizeof(line), stdin)) {
    std::fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      alarm(kTimeLimit);
      run(line);
      std::fflush(stdout);
      std::_Exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
      std::printf("\n{\"ended\": \"%s\"}\n", strsignal(WTERMSIG(status)));
    else
      std::printf("{\"ended\": %d}\n", WEXITSTATUS(status));
  }
  return 0;
}
