package io.sluice.notification;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes a notice as an event of CloudEvents 1.0, in structured mode (between-waves N1): for
 * programs, with every field of the notice.
 */
final class CloudEventFormatter {
  static final String TYPE = "application/cloudevents+json";

  private CloudEventFormatter() {}

  static Map<String, Object> tree(Notice notice, NoticeOrigin origin) {
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("specversion", "1.0");
    event.put("id", notice.id());
    event.put("source", origin.source());
    event.put("type", "io.sluice.rollout.%s.v1".formatted(notice.kind().label()));
    notice.group().ifPresent(group -> event.put("subject", group));
    event.put("time", notice.at().toString());
    event.put("datacontenttype", "application/json");
    event.put("data", data(notice, origin));
    return event;
  }

  private static Map<String, Object> data(Notice notice, NoticeOrigin origin) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("title", NoticeTitle.of(notice, origin));
    data.put("message", notice.message());
    data.put("hub", origin.hub());
    data.put("namespace", origin.namespace());
    data.put("resource", origin.collection());
    data.put("name", origin.name());
    data.put("event", notice.kind().label());
    data.put("rolloutUID", notice.rolloutUid());
    data.put("attempt", notice.attempt());
    data.put("generation", notice.generation());
    notice.version().ifPresent(version -> data.put("version", version));
    data.put("phase", notice.phase());
    notice.outcome().ifPresent(outcome -> data.put("outcome", outcome));
    notice.group().ifPresent(group -> data.put("group", group));
    notice.progress().ifPresent(progress -> data.put("progress", progress));
    data.put("clusters", notice.clusters());
    data.put("clustersOmitted", notice.moreClusters());
    Map<String, Object> links = new LinkedHashMap<>();
    origin.dashboard().ifPresent(page -> links.put("dashboard", page.toString()));
    origin.temporal().ifPresent(page -> links.put("temporal", page.toString()));
    data.put("links", links);
    return data;
  }
}
