// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pqxx/pqxx>

#include <span>
#include <string>
#include <vector>

/// What differs between the versions of libpqxx stands here and nowhere else: 6.4 of Debian 12, 7.10 and newer elsewhere.
namespace keyrace::postgresql {

/// One parameter of a statement, in the binary form in which PostgreSQL sends the value over the wire.
struct Parameter {
    const char* bytes = nullptr;
    std::size_t size = 0;
};

#if PQXX_VERSION_MAJOR < 7

/// libpqxx 6 sends a parameter as binary only where it is a binarystring.
inline std::vector<pqxx::binarystring> binaryParameters(std::span<const Parameter> parameters)
{
    std::vector<pqxx::binarystring> result;
    result.reserve(parameters.size());
    for (const Parameter& parameter : parameters)
        result.emplace_back(parameter.bytes, parameter.size);
    return result;
}

inline pqxx::result executePrepared(pqxx::transaction_base& transaction, const std::string& name, std::span<const Parameter> parameters)
{
    return transaction.exec_prepared(name, pqxx::prepare::make_dynamic_params(binaryParameters(parameters)));
}

inline pqxx::result executeWith(pqxx::transaction_base& transaction, const std::string& sql, std::span<const Parameter> parameters)
{
    return transaction.exec_params(sql, pqxx::prepare::make_dynamic_params(binaryParameters(parameters)));
}

inline std::string octets(const pqxx::field& field)
{
    return pqxx::binarystring(field).str();
}

#else

inline pqxx::params parametersOf(std::span<const Parameter> parameters)
{
    pqxx::params result;
    for (const Parameter& parameter : parameters)
        result.append(std::basic_string_view<std::byte>(reinterpret_cast<const std::byte*>(parameter.bytes), parameter.size));
    return result;
}

inline pqxx::result executePrepared(pqxx::transaction_base& transaction, const std::string& name, std::span<const Parameter> parameters)
{
    return transaction.exec_prepared(name, parametersOf(parameters));
}

inline pqxx::result executeWith(pqxx::transaction_base& transaction, const std::string& sql, std::span<const Parameter> parameters)
{
    return transaction.exec_params(sql, parametersOf(parameters));
}

inline std::string octets(const pqxx::field& field)
{
    const auto bytes = field.as<std::basic_string<std::byte>>();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

#endif

/// The SQLSTATE of what libpqxx threw; empty where there is none. libpqxx 6 forgets it in some of its own types.
inline std::string sqlState(const std::exception& error)
{
    if (dynamic_cast<const pqxx::insufficient_privilege*>(&error) != nullptr)
        return "42501";
    if (dynamic_cast<const pqxx::disk_full*>(&error) != nullptr)
        return "53100";
    if (dynamic_cast<const pqxx::out_of_memory*>(&error) != nullptr)
        return "53200";
    if (dynamic_cast<const pqxx::deadlock_detected*>(&error) != nullptr)
        return "40P01";
    if (dynamic_cast<const pqxx::serialization_failure*>(&error) != nullptr)
        return "40001";
    if (dynamic_cast<const pqxx::undefined_function*>(&error) != nullptr)
        return "42883";
    if (dynamic_cast<const pqxx::undefined_table*>(&error) != nullptr)
        return "42P01";
    if (dynamic_cast<const pqxx::undefined_column*>(&error) != nullptr)
        return "42703";
    if (dynamic_cast<const pqxx::syntax_error*>(&error) != nullptr)
        return "42601";
    if (dynamic_cast<const pqxx::feature_not_supported*>(&error) != nullptr)
        return "0A000";
    const auto* sql = dynamic_cast<const pqxx::sql_error*>(&error);
    return sql != nullptr ? sql->sqlstate() : std::string();
}

} // namespace keyrace::postgresql
