package io.sluice.hub;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.beside.PropagatorDelay;
import io.sluice.gate.LedgerEntry;
import io.sluice.hub.batch.BatchRun;
import io.sluice.hub.batch.Batches;
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
import io.sluice.policy.PolicyName;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Report;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.Batch;
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
 * Lets OCM's propagator write the version of an attempt to clusters (gate 4).
 *
 * <p>A dispatch is the first observation of a replica that has the content and no ticket. A ticket
 * that is not used stays: the next call waits for it again.
 */
final class TicketHandler {
  /** The most tickets that are on replicas at once (gate 4.5). */
  private static final int MOST = 32;

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration LOOK = Duration.ofMillis(20);

  /** After as many looks at the cache further tickets are given: before that the hub is read. */
  private static final int LOOKS = 5;

  /** Between two tickets of a cluster, where the propagator may not know the version yet. */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  /** After as many other contents the cluster is refused. */
  private static final int MOST_OTHERS = 3;

  private final ContentResolver contents;
  private final HubReader reader;
  private final Batches batches;
  private final ReplicaStore store;
  private final TicketWriter tickets;
  private final DispatchHandler dispatches;
  private final TicketLedgers ledgers;
  private final Clock clock;
  private final Map<PolicyName, Begun> begun = new ConcurrentHashMap<>();

  /** An attempt, since this process knows of it. */
  private record Begun(AttemptRef attempt, Instant at) {}

  TicketHandler(
      ContentResolver contents,
      HubReader reader,
      Batches batches,
      ReplicaStore store,
      TicketWriter tickets,
      DispatchHandler dispatches,
      TicketLedgers ledgers,
      Clock clock) {
    this.contents = contents;
    this.reader = reader;
    this.batches = batches;
    this.store = store;
    this.tickets = tickets;
    this.dispatches = dispatches;
    this.ledgers = ledgers;
    this.clock = clock;
  }

  BatchAnswer dispatch(Batch batch) {
    return batches.bounded(
        batch,
        run -> {
          ContentResolver.Found found = contents.version("dispatch", batch.attempt());
          return found
              .content()
              .map(content -> new Round(run, content).answer())
              .orElseGet(() -> run.refused(found.why()));
        });
  }

  /**
   * A ticket that was given.
   *
   * @param before the resourceVersion of the replica without it; of a new replica none
   * @param with the one with it
   */
  private record Ticket(String before, String with) {
    /** Returns whether the replica is one of after it. */
    boolean over(CachedReplica replica) {
      String version = replica.replica().resourceVersion();
      return !replica.gate().open() && !version.equals(before) && !version.equals(with);
    }
  }

  /** One call for the clusters of a batch: some at a time get their tickets. */
  private final class Round {
    private final BatchRun run;
    private final VersionContent content;
    private final AttemptRef attempt;
    private final List<Ack> acks = new ArrayList<>();
    private final List<Report> reports = new ArrayList<>();
    private final Set<String> open;

    /** Those whose ticket nobody has used yet. */
    private final Map<String, Ticket> given = new LinkedHashMap<>();

    /** How often a ticket of a cluster was used for another content. */
    private final Map<String, Integer> others = new HashMap<>();

    /** What each had before its ticket. */
    private final Map<String, String> former = new ConcurrentHashMap<>();

    /** When those may get another ticket whose first was used for another content. */
    private final Map<String, Instant> postponed = new HashMap<>();

    private final Instant sure;

    /** What those hold that have the version, where only the ledger shows that they took it. */
    private final Map<String, LedgerEntry> taken = new TreeMap<>();

    Round(BatchRun run, VersionContent content) {
      this.run = run;
      this.content = content;
      this.attempt = run.batch().attempt();
      this.open = new LinkedHashSet<>(run.batch().clusters());
      this.sure =
          begun
              .compute(
                  attempt.policyName(),
                  (policy, known) ->
                      known != null && known.attempt().equals(attempt)
                          ? known
                          : new Begun(attempt, clock.instant()))
              .at()
              .plus(PropagatorDelay.LONGEST);
    }

    BatchAnswer answer() {
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

    /** Nobody knows of a dispatch that is not in the ledger: it is kept before the answer. */
    private void record() {
      GenericKubernetesResource rollout =
          reader
              .rollout(attempt.policyName())
              .orElseThrow(
                  () -> HubException.changed("read the Rollout of " + attempt.policyName()));
      ledgers.add(attempt.policyName(), rollout, taken);
      // No event follows where the content is the same.
      taken.keySet().stream()
          .flatMap(cluster -> store.replica(attempt.policyName(), cluster).stream())
          .forEach(replica -> reports.add(dispatches.report(attempt, replica, content)));
    }

    /** Gives as many as may be on replicas at once; returns whether any may be given still. */
    private boolean give() {
      List<String> next =
          open.stream()
              .filter(run::selects)
              .filter(cluster -> !given.containsKey(cluster))
              .filter(
                  cluster ->
                      !clock.instant().isBefore(postponed.getOrDefault(cluster, Instant.MIN)))
              .limit(MOST - given.size())
              .toList();
      if (next.isEmpty()) {
        return true;
      }
      boolean current = current();
      if (current) {
        give(next);
      }
      return current;
    }

    /** A ticket lets through what the policy has now, whatever that is. */
    private boolean current() {
      PolicyContext live =
          PolicyContext.of(reader.attempt(attempt.policyName(), PATIENCE), clock.instant());
      return OverrideHandler.current(live.root(), attempt)
          && OpenAttempt.of(live).filter(number -> number == attempt.attempt()).isPresent();
    }

    /** What has the content already needs no ticket, and no event follows that would report it. */
    private void settled() {
      for (String cluster : run.batch().clusters()) {
        store
            .replica(attempt.policyName(), cluster)
            .filter(replica -> !replica.gate().open() && carries(replica))
            .ifPresent(
                replica -> {
                  acknowledge(replica);
                  reports.add(dispatches.report(attempt, replica, content));
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
          acks.add(Ack.refused(clusters.get(i), clock.instant(), refused.why()));
        } else if (answer instanceof Given.Written written) {
          given.put(clusters.get(i), new Ticket(written.before(), written.with()));
        }
      }
    }

    private Given give(String cluster) {
      Optional<CachedReplica> seen = store.replica(attempt.policyName(), cluster);
      former.put(cluster, seen.map(replica -> replica.replica().contentHash()).orElse(""));
      return seen.filter(replica -> replica.gate().open()).isPresent()
          ? Given.Written.open(seen.get())
          : tickets.give(attempt.policyName(), cluster, attempt.attempt(), seen);
    }

    private void collect() {
      List.copyOf(given.keySet()).stream()
          .flatMap(cluster -> store.replica(attempt.policyName(), cluster).stream())
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
        // Somebody took it off: it is given once more.
        given.remove(cluster);
      } else if (after) {
        other(cluster);
      }
    }

    private boolean sure() {
      return !clock.instant().isBefore(sure);
    }

    /**
     * The propagator may not have known the version yet, and have written the former one: where
     * that cannot be seen, what is as before does not count.
     */
    private boolean stale(CachedReplica replica) {
      return !sure()
          && replica.replica().contentHash().equals(former.get(replica.replica().cluster()));
    }

    /** Where a replica does not show its version: it may be this one, and nothing is held. */
    private boolean took(CachedReplica replica) {
      return content.shownByLedger()
          && !replica.gate().held()
          && content.mayBeOn(replica.replica());
    }

    /** What another version was let through by is not asked for over and over. */
    private void other(String cluster) {
      given.remove(cluster);
      if (!sure()) {
        postponed.put(cluster, content.shownByLedger() ? sure : clock.instant().plus(AGAIN));
      } else if (others.merge(cluster, 1, Integer::sum) == MOST_OTHERS) {
        open.remove(cluster);
        acks.add(
            Ack.refused(
                cluster,
                clock.instant(),
                "OCM's propagator wrote something else than generation %d, %d times. Does another program change what it writes?"
                    .formatted(attempt.version().generation(), MOST_OTHERS)));
      }
    }

    private void acknowledge(CachedReplica replica) {
      String cluster = replica.replica().cluster();
      open.remove(cluster);
      given.remove(cluster);
      acks.add(Ack.written(cluster, clock.instant(), attempt.attempt()));
    }
  }
}
