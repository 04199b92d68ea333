package io.sluice.tools.request;

import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.crd.RolloutSpec.SkippedCluster;
import io.sluice.rollout.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Skips clusters in the attempt that is open, in {@code spec.skippedClusters}, or no longer skips
 * them. Entries of former attempts mean nothing any more, and go.
 *
 * @param undo whether they are to count again
 * @param succeeded the clusters of which the hub shows that they have the version for good
 */
record SkipRequest(List<String> clusters, boolean undo, Set<String> succeeded)
    implements RolloutRequest {
  SkipRequest {
    succeeded = Set.copyOf(succeeded);
    clusters = clusters.stream().distinct().toList();
  }

  @Override
  public String act() {
    return "%s %s in the rollout of".formatted(undo ? "no longer skip" : "skip", names(clusters));
  }

  @Override
  public RequestDecision decide(RequestContext context) {
    String uid =
        context
            .rolloutUid()
            .filter(open -> context.outcome().isEmpty())
            .orElseThrow(() -> refusal(context, notOpen(context)));
    List<SkippedCluster> entries =
        context.spec().skippedClusters.stream()
            .filter(entry -> uid.equals(entry.rolloutUID()))
            .toList();
    List<String> skipped =
        entries.stream().map(SkippedCluster::clusterName).filter(Objects::nonNull).toList();
    List<String> done =
        clusters.stream()
            .filter(cluster -> !undo && !skipped.contains(cluster))
            .filter(succeeded::contains)
            .toList();
    List<String> changed =
        clusters.stream()
            .filter(cluster -> skipped.contains(cluster) == undo && !done.contains(cluster))
            .toList();
    if (changed.isEmpty() && !done.isEmpty()) {
      return RequestDecision.nothing(changesNothing(done));
    }
    if (changed.isEmpty()) {
      return RequestDecision.nothing(
          "%s %s %s in the rollout of %s."
              .formatted(
                  Wording.capital(names(clusters)),
                  clusters.size() == 1 ? "is" : "are",
                  undo ? "not skipped" : "already skipped",
                  context.title()));
    }
    List<SkippedCluster> next = new ArrayList<>(entries);
    if (undo) {
      next.removeIf(entry -> changed.contains(entry.clusterName()));
    } else {
      changed.forEach(cluster -> next.add(new SkippedCluster(cluster, uid)));
    }
    RolloutSpec edited = context.edited(spec -> spec.skippedClusters = next);
    return undo
        ? RequestDecision.write(edited, counting(changed, context))
        : RequestDecision.write(edited, skipping(changed, done, context))
            .advising("Undo it with: " + context.command("skip", undoing(changed)));
  }

  private static String notOpen(RequestContext context) {
    return context
        .outcome()
        .map(
            outcome ->
                outcome.equals("Failed") || outcome.equals("Aborted")
                    ? "its outcome is already %s, which this does not lift. Roll out those that have not succeeded with: %s"
                        .formatted(outcome, context.command("retry", "--failed-only"))
                    : "its outcome is already %s.".formatted(outcome))
        .orElse("it has not begun. Look at it with: " + context.command("status"));
  }

  private static String changesNothing(List<String> done) {
    boolean one = done.size() == 1;
    return "%s %s succeeded: nothing waits for %s, and to skip %s changes nothing."
        .formatted(
            Wording.capital(names(done)),
            one ? "has" : "have",
            one ? "it" : "them",
            one ? "it" : "them");
  }

  private static List<String> skipping(
      List<String> changed, List<String> done, RequestContext context) {
    List<String> lines = new ArrayList<>(skipping(changed, context));
    if (!done.isEmpty()) {
      lines.add(changesNothing(done));
    }
    return lines;
  }

  private static List<String> skipping(List<String> changed, RequestContext context) {
    boolean one = changed.size() == 1;
    return List.of(
        "Skipped %s in the rollout of %s: %s."
            .formatted(names(changed), context.title(), ignores(one)));
  }

  private static String ignores(boolean one) {
    return "what %s does not count, and no other cluster waits for %s"
        .formatted(one ? "it reports" : "they report", one ? "it" : "them");
  }

  private static String[] undoing(List<String> changed) {
    return Stream.concat(changed.stream(), Stream.of("--undo")).toArray(String[]::new);
  }

  @Override
  public String effect(RequestContext context) {
    return undo
        ? "What it reports counts again."
        : Wording.capital(ignores(clusters.size() == 1)) + ".";
  }

  private static List<String> counting(List<String> changed, RequestContext context) {
    return List.of(
        "%s %s again in the rollout of %s."
            .formatted(
                Wording.capital(names(changed)),
                changed.size() == 1 ? "counts" : "count",
                context.title()));
  }

  private static String names(List<String> clusters) {
    return (clusters.size() == 1 ? "cluster " : "clusters ") + Wording.names(clusters);
  }
}
