package io.sluice.hub;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.gate.LedgerEntry;
import io.sluice.hub.batch.BatchRun;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubException;
import io.sluice.hub.gate.OpenAttempt;
import io.sluice.hub.gate.TicketWriter;
import io.sluice.hub.gate.TicketWriter.Given;
import io.sluice.hub.ledger.TicketLedgers;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Report;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.BatchAnswer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives the clusters of one batch their tickets, some at a time, and waits until OCM's propagator
 * has used them.
 */
final class TicketRound {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration LOOK = Duration.ofMillis(20);

  /** After as many looks at the cache further tickets are given: before that the hub is read. */
  private static final int LOOKS = 5;

  /** Between two tickets of a cluster, where the propagator may not know the version yet. */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  /** A cluster is refused once its tickets were used for another version this many times. */
  private static final int MOST_OTHERS = 3;

  /** Holds what a call reads from, and writes to. */
  record Hub(
      HubReader reader,
      ReplicaStore store,
      TicketWriter tickets,
      DispatchHandler dispatches,
      TicketLedgers ledgers,
      TicketLimit limit,
      Clock clock) {}

  /**
   * A ticket that was given.
   *
   * @param before the resourceVersion of the replica without it; of a new replica none
   * @param with the one with it
   */
  private record Ticket(String before, String with) {
    /** Returns whether the ticket is gone from the replica. */
    boolean over(CachedReplica replica) {
      String version = replica.replica().resourceVersion();
      return !replica.gate().open() && !version.equals(before) && !version.equals(with);
    }
  }

  private final Hub hub;
  private final BatchRun run;
  private final VersionContent content;
  private final AttemptRef attempt;
  private final List<Ack> acks = new ArrayList<>();
  private final List<Report> reports = new ArrayList<>();
  private final Set<String> open;

  /** The clusters whose ticket is not used yet. */
  private final Map<String, Ticket> given = new LinkedHashMap<>();

  /** How often a ticket of a cluster was used for another content. */
  private final Map<String, Integer> others = new HashMap<>();

  /** The content of each replica before its ticket. */
  private final Map<String, String> former = new ConcurrentHashMap<>();

  /** When a cluster may get the next ticket whose last was used for another content. */
  private final Map<String, Instant> postponed = new HashMap<>();

  private final Instant sure;

  /** The entries of clusters that have the version, where only the ledger shows it. */
  private final Map<String, LedgerEntry> taken = new TreeMap<>();

  /**
   * Begins one.
   *
   * @param sure from when on the propagator knows the version (gate 5)
   */
  TicketRound(Hub hub, BatchRun run, VersionContent content, Instant sure) {
    this.hub = hub;
    this.run = run;
    this.content = content;
    this.attempt = run.batch().attempt();
    this.open = new LinkedHashSet<>(run.batch().clusters());
    this.sure = sure;
  }

  BatchAnswer answer() {
    try {
      return answers();
    } finally {
      // Those that stand are in the cache.
      hub.limit().free(attempt.policyName(), given.keySet());
    }
  }

  private BatchAnswer answers() {
    settled();
    boolean current = true;
    for (int i = 0; current && run.goesOn() && open.stream().anyMatch(run::selects); i++) {
      if (i % LOOKS == 0) {
        current = give();
      }
      collect();
      run.await(LOOK);
    }
    if (!taken.isEmpty()) {
      record();
    }
    return new BatchAnswer(acks, reports, List.copyOf(open));
  }

  /** Writes the ledger before the answer: only there it is kept which clusters were dispatched. */
  private void record() {
    GenericKubernetesResource rollout =
        hub.reader()
            .rollout(attempt.policyName())
            .orElseThrow(() -> HubException.changed("read the Rollout of " + attempt.policyName()));
    hub.ledgers().add(attempt.policyName(), rollout, taken);
    // No event follows where the content is the same.
    taken.keySet().stream()
        .flatMap(cluster -> hub.store().replica(attempt.policyName(), cluster).stream())
        .forEach(replica -> reports.add(hub.dispatches().report(attempt, replica, content)));
  }

  /** Gives as many as may be on replicas at once; returns whether any may be given still. */
  private boolean give() {
    List<String> due =
        open.stream()
            .filter(run::selects)
            .filter(cluster -> !given.containsKey(cluster))
            .filter(
                cluster ->
                    !hub.clock().instant().isBefore(postponed.getOrDefault(cluster, Instant.MIN)))
            .toList();
    if (due.isEmpty()) {
      return true;
    }
    List<String> next =
        hub.limit()
            .reserve(
                attempt.policyName(),
                hub.store().clusters(attempt.policyName(), replica -> replica.gate().open()),
                due);
    boolean current = true;
    try {
      current = next.isEmpty() || current();
      if (current) {
        give(next);
      }
    } finally {
      hub.limit()
          .free(
              attempt.policyName(),
              next.stream().filter(cluster -> !given.containsKey(cluster)).toList());
    }
    return current;
  }

  /** A ticket admits the present content of the policy, so that must be the version. */
  private boolean current() {
    PolicyContext live =
        PolicyContext.of(
            hub.reader().attempt(attempt.policyName(), PATIENCE), hub.clock().instant());
    return OverrideHandler.current(live.root(), attempt)
        && OpenAttempt.of(live).filter(number -> number == attempt.attempt()).isPresent();
  }

  /** What has the content already needs no ticket, and no event follows that would report it. */
  private void settled() {
    for (String cluster : run.batch().clusters()) {
      hub.store()
          .replica(attempt.policyName(), cluster)
          .filter(replica -> !replica.gate().open() && carries(replica))
          .ifPresent(
              replica -> {
                acknowledge(replica);
                reports.add(hub.dispatches().report(attempt, replica, content));
              });
    }
  }

  private boolean carries(CachedReplica replica) {
    return content
        .hashOf(replica.replica(), attempt.version())
        .equals(attempt.version().contentHash());
  }

  private void give(List<String> clusters) {
    List<Optional<Given>> answers = run.some(clusters, this::give);
    for (int i = 0; i < clusters.size(); i++) {
      Given answer = answers.get(i).orElseGet(Given.Changed::new);
      if (answer instanceof Given.Refused refused) {
        open.remove(clusters.get(i));
        acks.add(Ack.refused(clusters.get(i), hub.clock().instant(), refused.why()));
      } else if (answer instanceof Given.Written written) {
        given.put(clusters.get(i), new Ticket(written.before(), written.with()));
      }
    }
  }

  private Given give(String cluster) {
    Optional<CachedReplica> seen = hub.store().replica(attempt.policyName(), cluster);
    former.put(cluster, seen.map(replica -> replica.replica().contentHash()).orElse(""));
    return seen.filter(replica -> replica.gate().open()).isPresent()
        ? Given.Written.open(seen.get())
        : hub.tickets().give(attempt.policyName(), cluster, attempt.attempt(), seen);
  }

  private void collect() {
    List.copyOf(given.keySet()).stream()
        .flatMap(cluster -> hub.store().replica(attempt.policyName(), cluster).stream())
        .forEach(this::collect);
  }

  private void collect(CachedReplica replica) {
    String cluster = replica.replica().cluster();
    boolean after = given.get(cluster).over(replica);
    if (carries(replica) && !replica.gate().open() || after && took(replica) && !stale(replica)) {
      content
          .entry(replica.replica(), attempt.version(), attempt.attempt())
          .ifPresent(entry -> taken.put(cluster, entry));
      acknowledge(replica);
    } else if (after && replica.gate().held()) {
      // The ticket was removed without a write: it is given again.
      over(cluster);
    } else if (after) {
      other(cluster);
    }
  }

  private boolean sure() {
    return !hub.clock().instant().isBefore(sure);
  }

  /**
   * The propagator may have written the former version, as it had not read the present one. Where
   * the replica does not show its version, unchanged content is no dispatch until then.
   */
  private boolean stale(CachedReplica replica) {
    return !sure()
        && replica.replica().contentHash().equals(former.get(replica.replica().cluster()));
  }

  /**
   * For replicas that do not show their version: whether it may be this one, with no change held.
   */
  private boolean took(CachedReplica replica) {
    return content.shownByLedger() && !replica.gate().held() && content.mayBeOn(replica.replica());
  }

  /** A ticket that was used for another version is given again, but only a few times. */
  private void other(String cluster) {
    over(cluster);
    if (!sure()) {
      postponed.put(cluster, content.shownByLedger() ? sure : hub.clock().instant().plus(AGAIN));
    } else if (others.merge(cluster, 1, Integer::sum) == MOST_OTHERS) {
      open.remove(cluster);
      acks.add(
          Ack.refused(
              cluster,
              hub.clock().instant(),
              "OCM's propagator wrote something else than generation %d, %d times. Does another program change what it writes?"
                  .formatted(attempt.version().generation(), MOST_OTHERS)));
    }
  }

  private void acknowledge(CachedReplica replica) {
    String cluster = replica.replica().cluster();
    open.remove(cluster);
    over(cluster);
    acks.add(Ack.written(cluster, hub.clock().instant(), attempt.attempt()));
  }

  private void over(String cluster) {
    given.remove(cluster);
    hub.limit().free(attempt.policyName(), List.of(cluster));
  }
}
