package io.sluice.notification;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.policy.Hashes;
import io.sluice.text.PrintableText;
import java.util.Map;

/**
 * Writes a notice as an event of PagerDuty's Events API v2. {@link PagerAction} decides what calls
 * somebody, and how loudly.
 *
 * <p>All of a rollout is one incident, whatever the attempt: who has acknowledged it looks at the
 * rollout, and a later attempt that ends well resolves what an earlier one has opened.
 */
final class PagerDutyFormatter {
  private static final int LONGEST_SUMMARY = 1_024;
  private static final int LONGEST_INCIDENT = 255;

  private PagerDutyFormatter() {}

  static Map<String, Object> tree(Notice notice, NoticeOrigin origin, String routingKey) {
    PagerAction action = PagerAction.of(notice.kind());
    Map<String, Object> event =
        NoticeFormatter.object(
            "routing_key",
            routingKey,
            "event_action",
            action.action(),
            "dedup_key",
            incident(origin));
    if (action != PagerAction.RESOLVE) {
      event.put("payload", payload(notice, origin, action));
      event.put("client", "Sluice");
      origin.dashboard().ifPresent(page -> event.put("client_url", page.toString()));
      event.put(
          "links",
          NoticeFacts.links(origin).entrySet().stream()
              .map(link -> NoticeFormatter.object("href", link.getValue(), "text", link.getKey()))
              .toList());
    }
    return event;
  }

  private static String incident(NoticeOrigin origin) {
    String source = "sluice:" + origin.source();
    return source.length() <= LONGEST_INCIDENT
        ? source
        : "sluice:" + Hashes.ofBytes(source.getBytes(UTF_8));
  }

  private static Map<String, Object> payload(
      Notice notice, NoticeOrigin origin, PagerAction action) {
    Map<String, Object> payload =
        NoticeFormatter.object(
            "summary",
            PrintableText.line(NoticeTitle.withMessage(notice, origin), LONGEST_SUMMARY),
            "source",
            origin.source(),
            "severity",
            action.severity(),
            "timestamp",
            notice.at().toString(),
            "component",
            origin.name(),
            "class",
            notice.kind().label());
    notice.group().ifPresent(group -> payload.put("group", group));
    Map<String, Object> details = NoticeFormatter.object("Message", notice.message());
    details.putAll(NoticeFacts.of(notice, origin));
    payload.put("custom_details", details);
    return payload;
  }
}
