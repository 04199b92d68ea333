package io.sluice.tools.page.read;

import static java.util.Objects.requireNonNull;

import io.sluice.connection.TemporalConnection;
import io.sluice.connection.TemporalProfile;
import io.sluice.control.run.RunQueries;
import io.sluice.policy.RolloutTarget;
import io.sluice.tools.page.model.NextInstants;
import io.sluice.workflow.PolicyRolloutWorkflow.Ledger;
import io.sluice.workflow.payload.Payloads;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Asks open runs by the query {@code ledger}.
 *
 * <p>A page must not wait for Temporal: an answer that is late is taken by a later page, and after
 * a failure none is asked for half a minute.
 */
public final class TemporalInstants implements RunInstants, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration RETRY = Duration.ofSeconds(30);

  private final Function<RolloutTarget, Optional<Ledger>> ledgers;
  private final Runnable closing;
  private final Duration patience;
  private final Clock clock;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread made = new Thread(work, "ledgers");
            made.setDaemon(true);
            return made;
          });
  private final Map<RolloutTarget, Future<Optional<Ledger>>> late = new HashMap<>();
  private String problem = "";
  private Instant silentUntil = Instant.MIN;

  /**
   * Prepares it.
   *
   * @param ledgers asks a run; empty where none is known
   * @param closing releases what that needs
   * @param patience how long a page waits for an answer
   */
  TemporalInstants(
      Function<RolloutTarget, Optional<Ledger>> ledgers,
      Runnable closing,
      Duration patience,
      Clock clock) {
    this.ledgers = requireNonNull(ledgers, "ledgers is null");
    this.closing = requireNonNull(closing, "closing is null");
    this.patience = requireNonNull(patience, "patience is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Connects when it is asked first. */
  public static TemporalInstants of(TemporalProfile profile) {
    WorkflowServiceStubs stubs = WorkflowServiceStubs.newServiceStubs(profile.service());
    WorkflowClient client =
        WorkflowClient.newInstance(
            stubs,
            WorkflowClientOptions.newBuilder()
                .setNamespace(profile.namespace())
                .setDataConverter(Payloads.converter(profile.payloadKeys()))
                .build());
    return new TemporalInstants(
        new RunQueries(client, profile.hubName())::ledger,
        () -> TemporalConnection.close(stubs),
        PATIENCE,
        Clock.systemUTC());
  }

  @Override
  public synchronized Answer of(RolloutTarget target, String rolloutUid) {
    if (clock.instant().isBefore(silentUntil)) {
      return Answer.failed(problem);
    }
    Future<Optional<Ledger>> asked =
        late.computeIfAbsent(target, each -> thread.submit(() -> ledgers.apply(each)));
    try {
      Optional<Ledger> ledger = asked.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      late.remove(target);
      return Answer.of(
          ledger
              .filter(found -> found.attempt().rolloutUid().equals(rolloutUid))
              .map(TemporalInstants::instants)
              .orElse(Map.of()));
    } catch (TimeoutException e) {
      return fail("it has not answered within %d s".formatted(patience.toSeconds()));
    } catch (ExecutionException e) {
      late.remove(target);
      return fail(reason(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Answer.failed(text("the dashboard ends"));
    }
  }

  private Answer fail(String reason) {
    problem = text(reason);
    silentUntil = clock.instant().plus(RETRY);
    return Answer.failed(problem);
  }

  private static String text(String reason) {
    return "The ends of soaks are not shown, because they are in Temporal: %s.".formatted(reason);
  }

  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage()).replaceAll("\\s+", " ").replaceAll("\\.$", "");
  }

  private static Map<String, NextInstants> instants(Ledger ledger) {
    Map<String, NextInstants> instants = new HashMap<>();
    for (Ledger.Row row : ledger.rows()) {
      NextInstants next = new NextInstants(row.soakUntil(), row.deadline());
      if (next.known()) {
        instants.put(row.cluster(), next);
      }
    }
    return instants;
  }

  @Override
  public void close() {
    thread.shutdownNow();
    closing.run();
  }
}
