package io.sluice.notification;

import io.sluice.rollout.strategy.SettingNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Writes a notice in the format of a receiver (between-waves 5, N3).
 *
 * <p>No text of others becomes markup, a mention, or a link that shows another address than its
 * own; and no message is longer than 28 KiB. The same notice gives the same message.
 */
public final class NoticeFormatter {
  private static final String JSON = "application/json";

  private NoticeFormatter() {}

  /**
   * Writes the message.
   *
   * @param routingKey of a service of PagerDuty; no other format looks at it
   * @throws IllegalArgumentException if it lacks, and the format is PagerDuty's
   */
  public static NoticeMessage format(
      Notice notice, NoticeOrigin origin, MessageFormat format, Optional<String> routingKey) {
    Notice printable = PrintableNotice.of(notice);
    NoticeOrigin from = PrintableNotice.of(origin);
    return switch (format) {
      case CLOUD_EVENTS ->
          message(CloudEventFormatter.TYPE, CloudEventFormatter.tree(printable, from));
      case SLACK -> message(JSON, SlackFormatter.tree(printable, from));
      case TEAMS -> message(JSON, TeamsFormatter.tree(printable, from));
      case PAGER_DUTY -> message(JSON, PagerDutyFormatter.tree(printable, from, key(routingKey)));
    };
  }

  private static String key(Optional<String> routingKey) {
    return routingKey.orElseThrow(
        () ->
            new IllegalArgumentException(
                "Cannot write an event of PagerDuty: there is no routing key. Add it to the Secret as routingKey."));
  }

  /** Returns an object with these fields, names and values by turns, in their order. */
  static Map<String, Object> object(Object... fields) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < fields.length; i += 2) {
      object.put((String) fields[i], fields[i + 1]);
    }
    return object;
  }

  private static NoticeMessage message(String type, Map<String, Object> tree) {
    return new NoticeMessage(type, SettingNode.json(tree));
  }
}
