// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/keychain.h"

#include <QtCore/QTimer>
#include <qt6keychain/keychain.h>

namespace keyrace {

namespace {

constexpr int kPatienceMs = 2'000;
const QString kService = QStringLiteral("Keyrace");

class SystemKeychain final : public Keychain {
public:
    void read(const QString& key, std::function<void(const Found&)> done) override
    {
        auto* job = new QKeychain::ReadPasswordJob(kService);
        start(job, key, [job, done = std::move(done)](bool isInTime) {
            using namespace QKeychain;
            if (!isInTime || (job->error() != NoError && job->error() != EntryNotFound))
                return done({});
            done({true, job->error() == NoError ? std::optional(job->textData()) : std::nullopt});
        });
    }

    void write(const QString& key, const QString& password, std::function<void(const QString&)> done) override
    {
        auto* job = new QKeychain::WritePasswordJob(kService);
        job->setTextData(password);
        start(job, key, [job, done = std::move(done)](bool isInTime) { done(isInTime && job->error() == QKeychain::NoError ? QString() : job->errorString()); });
    }

private:
    // A job deletes itself once it has ended; one that hangs is left to do so.
    static void start(QKeychain::Job* job, const QString& key, std::function<void(bool isInTime)> end)
    {
        job->setKey(key);
        const auto once = std::make_shared<std::function<void(bool)>>(std::move(end));
        const auto tell = [once](bool isInTime) {
            if (const auto then = std::exchange(*once, nullptr))
                then(isInTime);
        };
        QObject::connect(job, &QKeychain::Job::finished, job, [tell] { tell(true); });
        QTimer::singleShot(kPatienceMs, job, [tell] { tell(false); });
        job->start();
    }
};

} // namespace

std::unique_ptr<Keychain> systemKeychain()
{
    return std::make_unique<SystemKeychain>();
}

} // namespace keyrace
