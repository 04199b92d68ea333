package io.sluice.hub;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.gate.OpenAttempt;
import io.sluice.hub.gate.TicketWriter;
import io.sluice.hub.gate.TicketWriter.Given;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Report;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

  private final ContentResolver contents;
  private final HubReader reader;
  private final Batches batches;
  private final ReplicaStore store;
  private final TicketWriter tickets;
  private final DispatchHandler dispatches;
  private final Clock clock;

  TicketHandler(
      ContentResolver contents,
      HubReader reader,
      Batches batches,
      ReplicaStore store,
      TicketWriter tickets,
      DispatchHandler dispatches,
      Clock clock) {
    this.contents = contents;
    this.reader = reader;
    this.batches = batches;
    this.store = store;
    this.tickets = tickets;
    this.dispatches = dispatches;
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

  /** One call for the clusters of a batch: some at a time get their tickets. */
  private final class Round {
    private final BatchRun run;
    private final VersionContent content;
    private final AttemptRef attempt;
    private final List<Ack> acks = new ArrayList<>();
    private final List<Report> reports = new ArrayList<>();
    private final Set<String> open;

    /** Those whose ticket nobody has used yet. */
    private final Set<String> given = new LinkedHashSet<>();

    /** Those of them whose ticket has been seen. */
    private final Set<String> shown = new HashSet<>();

    Round(BatchRun run, VersionContent content) {
      this.run = run;
      this.content = content;
      this.attempt = run.batch().attempt();
      this.open = new LinkedHashSet<>(run.batch().clusters());
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
      return new BatchAnswer(acks, reports, List.copyOf(open));
    }

    /** Gives as many as may be on replicas at once; returns whether any may be given still. */
    private boolean give() {
      List<String> next =
          open.stream()
              .filter(run::selects)
              .filter(cluster -> !given.contains(cluster))
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
          PolicyContext.of(reader.read(attempt.policyName(), PATIENCE), clock.instant());
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
        } else if (answer instanceof Given.Written) {
          given.add(clusters.get(i));
        }
      }
    }

    private Given give(String cluster) {
      Optional<CachedReplica> seen = store.replica(attempt.policyName(), cluster);
      return seen.filter(replica -> replica.gate().open()).isPresent()
          ? new Given.Written()
          : tickets.give(attempt.policyName(), cluster, attempt.attempt(), seen);
    }

    private void collect() {
      List.copyOf(given).stream()
          .flatMap(cluster -> store.replica(attempt.policyName(), cluster).stream())
          .forEach(this::collect);
    }

    private void collect(CachedReplica replica) {
      String cluster = replica.replica().cluster();
      if (replica.gate().open()) {
        shown.add(cluster);
      } else if (carries(replica)) {
        acknowledge(replica);
      } else if (shown.remove(cluster)) {
        // Somebody took it off: it is given once more.
        given.remove(cluster);
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
