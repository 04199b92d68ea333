package io.sluice.notification;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Lists names and numbers of a notice for people, in the order in which they are shown. */
final class NoticeFacts {
  private NoticeFacts() {}

  /** Returns each value by what it is called; none is empty, and there are at most 9. */
  static Map<String, String> of(Notice notice, NoticeOrigin origin) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Hub", origin.hub());
    facts.put("Rollout", origin.namespace() + "/" + origin.name());
    notice.group().ifPresent(group -> facts.put("Group", group));
    facts.put("Version", notice.version().orElse("generation " + notice.generation()));
    facts.put("Attempt", Long.toString(notice.attempt()));
    notice.progress().ifPresent(progress -> facts.put("Progress", progress));
    Optional.of(notice.phase())
        .filter(phase -> !phase.isBlank())
        .ifPresent(phase -> facts.put("Phase", phase));
    notice.outcome().ifPresent(outcome -> facts.put("Outcome", outcome));
    if (!notice.clusters().isEmpty()) {
      facts.put("Clusters", clusters(notice));
    }
    facts.values().removeIf(String::isBlank);
    return facts;
  }

  /** Returns the page and the workflow by what a link to them is called. */
  static Map<String, String> links(NoticeOrigin origin) {
    Map<String, String> links = new LinkedHashMap<>();
    origin.dashboard().ifPresent(page -> links.put("Dashboard", page.toString()));
    origin.temporal().ifPresent(page -> links.put("Temporal", page.toString()));
    return links;
  }

  private static String clusters(Notice notice) {
    String names = String.join(", ", notice.clusters());
    return notice.moreClusters() == 0
        ? names
        : "%s and %d more".formatted(names, notice.moreClusters());
  }
}
