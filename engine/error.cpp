// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"

namespace keyrace {

Error::Error(ErrorKind kind, Message message, std::string serverText)
    : m_kind(kind)
    , m_message(std::move(message))
    , m_serverText(std::move(serverText))
    , m_what(m_message.withDetail(m_serverText).english())
{
}

} // namespace keyrace
