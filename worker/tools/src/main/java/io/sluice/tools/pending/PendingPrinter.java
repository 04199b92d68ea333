package io.sluice.tools.pending;

import io.sluice.activation.policy.ClusterChanges;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.Wording;
import io.sluice.rollout.lifecycle.FieldAdvice;
import io.sluice.tools.option.NameSuggestions;
import io.sluice.tools.terminal.TerminalStyle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Formats what the activation decides about a policy or template, for all its clusters or for one
 * (lazy-activation 1.4).
 */
public final class PendingPrinter {
  private static final int MOST_CLUSTERS = 20;

  private PendingPrinter() {}

  /** Formats that nothing of a policy is held. */
  static List<String> notHeld(PolicyName policy, TerminalStyle style) {
    return notHeld("policy " + policy, style);
  }

  /** Formats that nothing of what has this title is held. */
  static List<String> notHeld(String title, TerminalStyle style) {
    return style.wrap(
        "No edit of how %s is placed waits: it takes effect at once.".formatted(title), 0);
  }

  /**
   * Formats what happens to the clusters when what is pending is activated.
   *
   * @param activation the command that activates it; empty where none does so at once
   */
  public static List<String> plan(
      PendingVerdict verdict, Optional<String> activation, TerminalStyle style) {
    List<String> lines = head(verdict, activation, style);
    if (verdict.pending().isPresent()) {
      ClusterChanges clusters = verdict.clusters();
      lines.add("");
      lines.addAll(style.beside("  added    ", list(clusters.added())));
      lines.addAll(style.beside("  changed  ", list(clusters.changed())));
      lines.addAll(style.beside("  left     ", list(clusters.left())));
    }
    return lines;
  }

  private static String list(Collection<String> clusters) {
    return clusters.isEmpty()
        ? "none"
        : clusters.size() + ": " + NameSuggestions.list(List.copyOf(clusters), MOST_CLUSTERS);
  }

  /** Formats what the verdict means for one cluster. */
  public static List<String> why(
      String cluster, PendingVerdict verdict, Optional<String> activation, TerminalStyle style) {
    String held = verdict.held().get(cluster);
    List<String> lines = new ArrayList<>();
    lines.addAll(
        style.wrap(
            "Cluster %s %s %s%s. %s"
                .formatted(
                    cluster,
                    held == null ? "does not have" : "has",
                    verdict.title(),
                    held == null ? "" : held,
                    effect(cluster, verdict)),
            0));
    lines.addAll(head(verdict, activation, style));
    return lines;
  }

  private static String effect(String cluster, PendingVerdict verdict) {
    ClusterChanges clusters = verdict.clusters();
    if (!verdict.managed().contains(cluster)) {
      return "The hub has no ManagedCluster of that name.";
    }
    if (verdict.pending().isEmpty()) {
      return "Nothing is pending.";
    }
    if (clusters.added().contains(cluster)) {
      return "It joins with what is pending.";
    }
    if (clusters.left().contains(cluster)) {
      return "It leaves with what is pending.";
    }
    return clusters.changed().contains(cluster)
        ? verdict.changed()
        : "What is pending changes nothing on it.";
  }

  private static List<String> head(
      PendingVerdict verdict, Optional<String> activation, TerminalStyle style) {
    List<String> lines = new ArrayList<>();
    String pending =
        verdict.pending().map("revision %s is pending"::formatted).orElse("nothing is pending");
    lines.addAll(
        style.wrap(
            "%s: %s (%s).".formatted(Wording.capital(verdict.title()), pending, verdict.reason()),
            0));
    lines.addAll(style.beside("  ", FieldAdvice.without(verdict.message())));
    activation
        .filter(command -> verdict.pending().isPresent())
        .ifPresent(command -> lines.add("  Activate it now with: " + command));
    return lines;
  }
}
