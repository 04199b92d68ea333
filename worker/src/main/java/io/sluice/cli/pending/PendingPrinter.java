package io.sluice.cli.pending;

import io.sluice.cli.option.NameSuggestions;
import io.sluice.contribution.ClusterChanges;
import io.sluice.contribution.PolicyActivationDecision;
import io.sluice.policy.PolicyName;
import io.sluice.terminal.TerminalStyle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Formats what the gate decides about a policy, for all its clusters or for one (lazy-activation
 * 1.4).
 */
final class PendingPrinter {
  private static final int MOST_CLUSTERS = 20;

  private PendingPrinter() {}

  /** Formats that nothing of a policy is held. */
  static List<String> notHeld(PolicyName policy, TerminalStyle style) {
    return style.wrap(
        "No edit of how policy %s is placed waits: it takes effect at once.".formatted(policy), 0);
  }

  /** Formats what happens to the clusters when what is pending is activated. */
  static List<String> plan(PolicyName policy, PendingReader.Verdict verdict, TerminalStyle style) {
    List<String> lines = head(policy, verdict.decision(), style);
    if (verdict.decision().activation().record().pending().isPresent()) {
      ClusterChanges clusters = verdict.decision().clusters();
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
  static List<String> why(
      PolicyName policy, String cluster, PendingReader.Verdict verdict, TerminalStyle style) {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        style.wrap(
            "Cluster %s %s policy %s. %s"
                .formatted(
                    cluster,
                    verdict.replicas().contains(cluster) ? "has" : "does not have",
                    policy,
                    effect(cluster, verdict)),
            0));
    lines.addAll(head(policy, verdict.decision(), style));
    return lines;
  }

  private static String effect(String cluster, PendingReader.Verdict verdict) {
    ClusterChanges clusters = verdict.decision().clusters();
    if (!verdict.managed().contains(cluster)) {
      return "The hub has no ManagedCluster of that name.";
    }
    if (clusters.added().contains(cluster)) {
      return "It joins with what is pending.";
    }
    if (clusters.left().contains(cluster)) {
      return "It leaves with what is pending.";
    }
    return clusters.changed().contains(cluster)
        ? "What is pending changes the override that counts on it."
        : "What is pending changes nothing on it.";
  }

  private static List<String> head(
      PolicyName policy, PolicyActivationDecision decision, TerminalStyle style) {
    List<String> lines = new ArrayList<>();
    String verdict =
        decision
            .activation()
            .record()
            .pending()
            .map(pending -> "revision %s is pending".formatted(pending.revision()))
            .orElse("nothing is pending");
    lines.addAll(
        style.wrap("Policy %s: %s (%s).".formatted(policy, verdict, decision.reason()), 0));
    lines.addAll(style.beside("  ", decision.message()));
    return lines;
  }
}
