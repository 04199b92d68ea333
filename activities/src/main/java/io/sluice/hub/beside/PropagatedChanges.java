package io.sluice.hub.beside;

import static java.util.Objects.requireNonNull;

import io.sluice.beside.OverrideEntry;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.WriteDater;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.ReplicaObserver;
import io.sluice.hub.replica.ReplicaTimes;
import io.sluice.policy.Baseline;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.policy.TemplateRef;
import io.sluice.policy.evidence.Evidence;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Remembers the last change of each replica's content that this process saw, with the reports that
 * were there before it: the baseline of what the propagator writes (rollout-strategy E1). A replica
 * that Sluice writes carries both itself.
 *
 * <p>Nothing else records it, so after a restart the baseline of an older change is unknown, and
 * its evidence weak (E5).
 *
 * <p>It also remembers with which content each replica enforced last. A cluster that is taken off
 * the override may enforce one more edit before the propagator has turned it back, and once it
 * informs again only this shows that it did (policy-propagation 14.3.5).
 */
public final class PropagatedChanges implements ReplicaObserver, EnforcedContents {
  /** Stands for an entry where none is needed. */
  private static final OverrideEntry ANY = new OverrideEntry("", "", 0, 0, Instant.EPOCH);

  private static final Baseline NO_REPORTS = new Baseline(Map.of(), Map.of(), List.of());

  private final Clock clock;
  private final Map<Key, Change> changes = new ConcurrentHashMap<>();

  /** What each replica enforced last, also while it informs now. */
  private final Map<Key, EnforcedContent> enforced = new ConcurrentHashMap<>();

  public PropagatedChanges(Clock clock) {
    this.clock = requireNonNull(clock, "clock is null");
  }

  private record Key(PolicyName policy, String cluster) {
    static Key of(Replica replica) {
      return new Key(replica.policy(), replica.cluster());
    }
  }

  /**
   * A change of content.
   *
   * @param content hash of the content after it
   * @param former hash of the content before it, if its cluster had reported on that; else empty
   * @param baseline absent if the content before it was not seen
   * @param times what the object itself shows of its age
   */
  private record Change(
      String content, String former, Instant at, Optional<Baseline> baseline, ReplicaTimes times) {
    /**
     * Returns the change as the object records it. The reports before it are not known then, so a
     * report counts as new only if it is dated after the change, by a clock that is right.
     */
    Optional<Dispatch> recorded(Instant now) {
      return (times.first()
              ? Optional.of(times.createdAt())
              : times
                  .writtenAt()
                  .filter(at -> WriteDater.past(at, now))
                  .map(at -> at.plusSeconds(1).plus(Evidence.DEFAULT_SKEW)))
          .map(since -> dispatch(ANY, since, NO_REPORTS, content, ""));
    }
  }

  @Override
  public void seen(
      Optional<CachedReplica> former, CachedReplica present, Supplier<ReplicaTimes> times) {
    Replica now = present.replica();
    Key key = Key.of(now);
    boolean same = former.filter(before -> before.uid().equals(present.uid())).isPresent();
    if (!now.informs()) {
      boolean goesOn = same && !former.get().replica().informs();
      enforced.merge(
          key,
          new EnforcedContent(now.contentHash(), now),
          (known, began) -> goesOn ? new EnforcedContent(known.first(), now) : began);
    }
    Change known = changes.get(key);
    if (known == null || !same) {
      changes.put(
          key, new Change(now.contentHash(), "", clock.instant(), fresh(known), times.get()));
    } else if (!known.content().equals(now.contentHash())) {
      changes.put(key, change(former.orElseThrow().replica(), known, now));
    }
  }

  /** A replica that was created anew has no reports from before. */
  private static Optional<Baseline> fresh(Change known) {
    return known == null ? Optional.empty() : Optional.of(NO_REPORTS);
  }

  @Override
  public void gone(CachedReplica last) {
    changes.remove(Key.of(last.replica()));
    enforced.remove(Key.of(last.replica()));
  }

  @Override
  public Optional<EnforcedContent> of(PolicyName policy, String cluster) {
    return Optional.ofNullable(enforced.get(new Key(policy, cluster)));
  }

  @Override
  public void forget(PolicyName policy) {
    for (Key key : enforced.keySet()) {
      if (key.policy().equals(policy)) {
        enforced.computeIfPresent(key, (name, known) -> standing(changes.get(key), known));
      }
    }
  }

  /** Another binding may enforce it still: what it has is where the next attempt begins. */
  private static EnforcedContent standing(Change now, EnforcedContent known) {
    return now == null || now.content().equals(known.hash())
        ? new EnforcedContent(known.hash(), known.last())
        : null;
  }

  private Change change(Replica former, Change known, Replica now) {
    Optional<Replica> found = Optional.of(former.with(dispatch(known, ANY)));
    Baseline baseline = Baseline.of(found, now.templates(), now.contentHash());
    return new Change(
        now.contentHash(),
        Dispatch.former(found, now.contentHash()),
        clock.instant(),
        Optional.of(baseline),
        known.times());
  }

  /**
   * Returns the last change of the replica's content, without an attempt; empty if neither this
   * process nor the object shows when that was.
   */
  Optional<Dispatch> lastChange(Replica found) {
    return Optional.ofNullable(changes.get(Key.of(found)))
        .filter(known -> known.content().equals(found.contentHash()))
        .flatMap(known -> dispatch(known, ANY).or(() -> known.recorded(clock.instant())));
  }

  /** Returns when the replica was created; empty if this process has not seen it. */
  public Optional<Instant> createdAt(PolicyName policy, String cluster) {
    return Optional.ofNullable(changes.get(new Key(policy, cluster)))
        .map(known -> known.times().createdAt());
  }

  /**
   * Returns the replica with the dispatch that the entry names, and the baseline of its present
   * content.
   *
   * @param cached the replica as it was seen last, where another read has found it
   */
  Replica dispatched(Replica found, OverrideEntry entry, Optional<Replica> cached) {
    Change known = changes.get(Key.of(found));
    if (known != null && !known.content().equals(found.contentHash())) {
      // The read is ahead of what was seen.
      known = cached.isPresent() ? change(cached.get(), known, found) : null;
    }
    return found.with(known == null ? unknown(found, entry) : dispatch(known, entry, found));
  }

  /**
   * Returns the replica with the dispatch of an attempt whose content it has, where nothing but
   * what it holds names its dispatch (gate 5): since its last change.
   *
   * @param cached the replica as it was seen last, where another read has found it
   */
  public Replica dispatched(
      Replica found, String rolloutUid, long attempt, long generation, Optional<Replica> cached) {
    Change known = changes.get(Key.of(found));
    boolean same = known != null && known.content().equals(found.contentHash());
    Instant since = same ? known.at() : clock.instant();
    return dispatched(
        found, new OverrideEntry(found.cluster(), rolloutUid, attempt, generation, since), cached);
  }

  /**
   * Returns a replica behind the gate as an attempt has given it: nothing but what it holds names
   * its dispatch, so once it has the version, it is that of the attempt, and until then it has none
   * (gate 5).
   */
  public Replica given(
      Replica replica,
      VersionContent content,
      PolicyVersion version,
      String rolloutUid,
      long attempt) {
    return content.hashOf(replica, version).equals(version.contentHash())
        ? dispatched(replica, rolloutUid, attempt, version.generation(), Optional.of(replica))
        : replica.with(Optional.empty());
  }

  private static Optional<Dispatch> dispatch(Change known, OverrideEntry entry, Replica found) {
    return known.baseline().isEmpty() ? unknown(found, entry) : dispatch(known, entry);
  }

  private static Optional<Dispatch> dispatch(Change known, OverrideEntry entry) {
    return known
        .baseline()
        .map(baseline -> dispatch(entry, known.at(), baseline, known.content(), known.former()));
  }

  private static Optional<Dispatch> unknown(Replica found, OverrideEntry entry) {
    List<String> templates =
        found.templates().stream().map(TemplateRef::name).distinct().sorted().toList();
    Baseline baseline = new Baseline(Map.of(), Map.of(), templates);
    return Optional.of(dispatch(entry, entry.at(), baseline, found.contentHash(), ""));
  }

  private static Dispatch dispatch(
      OverrideEntry entry, Instant changedAt, Baseline baseline, String content, String former) {
    return new Dispatch(
        entry.rolloutUid(),
        entry.attempt(),
        entry.generation(),
        Dispatch.As.DISPATCHED,
        entry.at(),
        changedAt,
        baseline.names(),
        baseline.since(),
        baseline.unknown(),
        content,
        former,
        false);
  }
}
