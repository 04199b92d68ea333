package io.sluice.control.beside;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.beside.EnforcedContent;
import io.sluice.hub.beside.EnforcedContents;
import io.sluice.hub.beside.UnstagedFindings;
import io.sluice.hub.beside.UnstagedNote;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.PolicyName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Decides of clusters that were on pages as their policy was edited, which have enforced the edit:
 * only where that was seen, or where nobody can have seen it (policy-propagation 14.3.5).
 *
 * <p>OCM's propagator may be away, or turn a replica back before it knows of the edit; then the
 * cluster only informs of it. It remembers what each generation of a policy contains, since a
 * replica shows what it enforces, and not of which generation that is.
 */
final class UnstagedEvidence {
  private static final int MOST = 4;

  private final EnforcedContents enforced;
  private final Map<PolicyName, Contents> contents = new ConcurrentHashMap<>();

  /** What the newest generations of one policy contain. */
  private record Contents(String policyUid, TreeMap<Long, VersionContent> byGeneration) {}

  UnstagedEvidence(EnforcedContents enforced) {
    this.enforced = requireNonNull(enforced, "enforced is null");
  }

  /** Remembers what the policy contains now. */
  void remember(PolicyContext seen) {
    PolicyName policy = seen.objects().policy();
    if (seen.root().isEmpty() || seen.rollout().isEmpty()) {
      contents.remove(policy);
    } else {
      contents.compute(policy, (name, known) -> with(seen, seen.root().get(), known));
    }
  }

  private static Contents with(PolicyContext seen, RootPolicy root, Contents known) {
    boolean same = known != null && known.policyUid().equals(root.uid());
    if (same && known.byGeneration().containsKey(root.generation())) {
      return known;
    }
    TreeMap<Long, VersionContent> all =
        same ? new TreeMap<>(known.byGeneration()) : new TreeMap<>();
    all.put(root.generation(), seen.content(root.snapshot()));
    while (all.size() > MOST) {
      all.pollFirstEntry();
    }
    return new Contents(root.uid(), all);
  }

  /** Returns what became of the clusters that the Rollout notes. */
  UnstagedFindings of(PolicyContext now, Map<String, CachedReplica> replicas) {
    Optional<UnstagedNote> note = now.rollout().flatMap(UnstagedNote::of);
    if (note.isEmpty()) {
      return UnstagedFindings.NONE;
    }
    Optional<VersionContent> listed = listed(now);
    List<String> seen = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    List<String> open = new ArrayList<>();
    for (String cluster : note.get().clusters()) {
      Optional<EnforcedContent> last = enforced.of(now.objects().policy(), cluster);
      CachedReplica replica = replicas.get(cluster);
      if (last.filter(content -> edited(content, listed, now)).isPresent()) {
        seen.add(cluster);
      } else if (replica != null && !replica.replica().informs()) {
        open.add(cluster);
      } else if (listed.isEmpty()) {
        unknown.add(cluster);
      }
    }
    return new UnstagedFindings(seen, unknown, open);
  }

  /** What the clusters were listed for; empty where this process has not seen that generation. */
  private Optional<VersionContent> listed(PolicyContext now) {
    Optional<Long> generation =
        now.rolloutStatus()
            .map(RolloutStatusParser::status)
            .map(status -> status.currentRolloutGeneration);
    return Optional.ofNullable(contents.get(now.objects().policy()))
        .flatMap(known -> generation.map(known.byGeneration()::get));
  }

  private static boolean edited(
      EnforcedContent content, Optional<VersionContent> listed, PolicyContext now) {
    return content.changed()
        || listed
            .map(version -> !version.enforcedBy(content.last()))
            .orElseGet(
                () ->
                    now.root()
                        .filter(root -> now.content(root.snapshot()).enforcedBy(content.last()))
                        .isPresent());
  }
}
