package io.sluice.notification;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * Says whom to tell what (between-waves 5): an entry of {@code spec.notifications} of a Rollout, or
 * a RolloutNotifier.
 *
 * @param receiver the name by which the status knows it: that of the entry, or {@code
 *     RolloutNotifier/<name>}
 * @param url where it is told; absent: the Secret has it as {@code url}
 * @param secret the name of a Secret in the namespace of the Rollout
 * @param kinds of what it is told, in the order of {@link NoticeKind}
 * @param format of the messages
 */
public record NotificationRule(
    String receiver,
    Optional<String> url,
    Optional<String> secret,
    List<NoticeKind> kinds,
    MessageFormat format) {
  public NotificationRule {
    requireNonNull(receiver, "receiver is null");
    requireNonNull(url, "url is null");
    requireNonNull(secret, "secret is null");
    kinds = List.copyOf(kinds);
    requireNonNull(format, "format is null");
  }
}
