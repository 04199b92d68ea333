package io.sluice.notification;

import static java.util.Objects.requireNonNull;

/**
 * Holds what is sent to a receiver.
 *
 * @param type of the content
 * @param body in the receiver's format, texts of others escaped for it (between-waves N3)
 */
public record NoticeMessage(String type, String body) {
  public NoticeMessage {
    requireNonNull(type, "type is null");
    requireNonNull(body, "body is null");
  }
}
