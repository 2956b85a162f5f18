//===- StrictJson.cpp - JSON that is exactly as described -----------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StrictJson.h"
#include "pld/Support/FileContent.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace pld;
using namespace pld::kernels;
using llvm::StringRef;

std::string pld::kernels::quote(StringRef text) {
  constexpr size_t kLongest = 160;
  std::string result = "'";
  llvm::raw_string_ostream os(result);
  llvm::printEscapedString(text.take_front(kLongest), os);
  os << (text.size() > kLongest ? "...'" : "'");
  return result;
}

namespace {

/// Builds a value, and stops at what is not allowed.
class Builder final : public nlohmann::json_sax<Json> {
public:
  Json root;
  std::string error;

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override {
    // The parser gives positive numbers as unsigned.
    return value == 0 ? fail("the number '-0' is no integer that is allowed")
                      : add(value);
  }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t, const string_t &text) override {
    return fail("the number " + quote(text) + " is no 64-bit integer");
  }
  bool string(string_t &value) override { return add(std::move(value)); }
  bool binary(binary_t &) override { return fail("binary data"); }
  bool start_object(size_t) override { return open(Json::object()); }
  bool start_array(size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t &name) override {
    auto [it, isNew] = stack.back()->emplace(name, nullptr);
    if (!isNew)
      return fail("the key " + quote(name) + " is there twice");
    slot = &it.value();
    return true;
  }

  bool parse_error(size_t, const std::string &,
                   const nlohmann::detail::exception &problem) override {
    // Without the name of the exception in front, and without the bytes that
    // were read last: they may be anything, and many.
    StringRef message = StringRef(problem.what()).split("] ").second;
    return fail(message.split("; last read").first.take_front(200).str());
  }

private:
  bool fail(std::string message) {
    error = std::move(message);
    return false;
  }

  Json *place(Json &&value) {
    if (stack.empty())
      return &(root = std::move(value));
    if (stack.back()->is_object())
      return &(*slot = std::move(value));
    stack.back()->push_back(std::move(value));
    return &stack.back()->back();
  }

  bool add(Json &&value) {
    place(std::move(value));
    return true;
  }

  bool open(Json &&container) {
    if (stack.size() == kMaxJsonDepth)
      return fail("it is nested more than " + std::to_string(kMaxJsonDepth) +
                  " deep");
    stack.push_back(place(std::move(container)));
    return true;
  }

  bool close() {
    stack.pop_back();
    return true;
  }

  std::vector<Json *> stack;
  Json *slot = nullptr;
};

} // namespace

llvm::Expected<Json> pld::kernels::parseJson(StringRef text, StringRef what) {
  if (text.starts_with("\xEF\xBB\xBF"))
    return llvm::createStringError(what + ": it starts with a byte-order mark");
  Builder builder;
  if (!Json::sax_parse(text.begin(), text.end(), &builder)) {
    if (StringRef other = describeContent(text); !other.empty())
      builder.error =
          "it is " + other.str() + (other == "empty" ? "" : ", not JSON");
    return llvm::createStringError(what + ": " + builder.error);
  }
  return std::move(builder.root);
}

std::string pld::kernels::toCanonicalText(const Json &value) {
  // Strings come from checked JSON or from paths. Paths may be anything.
  return value.dump(-1, ' ', /*ensure_ascii=*/false,
                    Json::error_handler_t::replace);
}

//===----------------------------------------------------------------------===//
// Problems
//===----------------------------------------------------------------------===//

void JsonProblem::report(StringRef where, const llvm::Twine &text) {
  if (message.empty())
    message = (where.empty() ? text : where + ": " + text).str();
}

llvm::Error JsonProblem::takeError() const {
  if (message.empty())
    return llvm::Error::success();
  return llvm::createStringError(what + ": " + message);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void JsonValue::expectFields(llvm::ArrayRef<StringRef> required,
                             llvm::ArrayRef<StringRef> optional) const {
  if (!value)
    return;
  if (!value->is_object())
    return report("an object is expected");
  for (const auto &item : value->items())
    if (!llvm::is_contained(required, item.key()) &&
        !llvm::is_contained(optional, item.key()))
      return report("unknown field " + quote(item.key()));
  for (StringRef name : required)
    if (!has(name))
      return report("the field " + quote(name) + " is missing");
}

bool JsonValue::has(StringRef name) const {
  return value && value->is_object() && value->contains(name.str());
}

JsonValue JsonValue::operator[](StringRef name) const {
  if (!has(name))
    return JsonValue(nullptr, problem, where);
  // A key of ours is a plain word. One that is not is shown escaped.
  std::string step = quote(name);
  step = step.substr(1, step.size() - 2);
  return JsonValue(&(*value)[name.str()], problem,
                   where.empty() ? step : where + "." + step);
}

void JsonValue::forEach(
    llvm::function_ref<void(const JsonValue &)> read) const {
  if (!value)
    return;
  if (!value->is_array())
    return report("a list is expected");
  for (size_t i = 0; i != value->size() && !*problem; ++i)
    read(JsonValue(&(*value)[i], problem,
                   where + "[" + std::to_string(i) + "]"));
}

std::vector<std::string> JsonValue::keys() const {
  std::vector<std::string> result;
  if (!value)
    return result;
  if (!value->is_object()) {
    report("an object is expected");
    return result;
  }
  for (const auto &item : value->items())
    result.push_back(item.key());
  return result;
}

bool JsonValue::getBool() const {
  if (isBool())
    return value->get<bool>();
  if (value)
    report("true or false is expected");
  return false;
}

std::string JsonValue::getString() const {
  if (isString())
    return value->get_ref<const std::string &>();
  if (value)
    report("a string is expected");
  return {};
}

std::string JsonValue::getName() const {
  std::string result = getString();
  if (isString() && result.empty())
    report("it is empty");
  if (llvm::any_of(result, [](unsigned char c) { return c < 32 || c == 127; }))
    report("control characters in " + quote(result));
  return result;
}

std::string JsonValue::getDigest() const {
  std::string result = getString();
  auto isDigit = [](char c) { return llvm::isHexDigit(c) && !isupper(c); };
  if (isString() && (result.size() != 64 || !llvm::all_of(result, isDigit)))
    report(quote(result) + " is no SHA-256 in lower-case digits");
  return result;
}

std::vector<std::string> JsonValue::getStrings() const {
  std::vector<std::string> result;
  forEach(
      [&](const JsonValue &element) { result.push_back(element.getName()); });
  return result;
}

uint64_t JsonValue::getInteger(uint64_t max) const {
  if (!value)
    return 0;
  if (!value->is_number_integer())
    report("an integer is expected");
  else if (!value->is_number_unsigned() || value->get<uint64_t>() > max)
    report(toCanonicalText(*value) + " is out of range, 0 to " +
           std::to_string(max));
  else
    return value->get<uint64_t>();
  return 0;
}

const Json &JsonValue::getJson() const {
  static const Json null;
  return value ? *value : null;
}

void pld::kernels::expectSchema(const JsonValue &document, uint64_t schema) {
  if (!document.has("schema"))
    return document.report("the field 'schema' is missing");
  JsonValue value = document["schema"];
  if (value.getInteger(UINT64_MAX) != schema)
    value.report("only " + llvm::Twine(schema) + " is known");
}
