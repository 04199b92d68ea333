package io.sluice.handover;

import static java.util.Objects.requireNonNull;

import io.sluice.connection.TemporalConnection;
import io.sluice.connection.TemporalProfile;
import io.sluice.policy.PolicyName;
import io.sluice.runs.TemporalRuns;
import io.sluice.worker.TemporalCheck;
import io.sluice.workflow.Payloads;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.Optional;
import java.util.function.Supplier;

/** Terminates runs; connects with Temporal when the first one is to be terminated. */
public final class RunTerminator implements AutoCloseable {
  private final Supplier<TemporalProfile> profile;
  private Optional<WorkflowServiceStubs> stubs = Optional.empty();
  private Optional<TemporalRuns> runs = Optional.empty();

  /**
   * Prepares to connect.
   *
   * @param profile where Temporal is; asked for only if it is needed
   */
  public RunTerminator(Supplier<TemporalProfile> profile) {
    this.profile = requireNonNull(profile, "profile is null");
  }

  /**
   * Connects, so that nothing is changed where Temporal cannot be reached.
   *
   * @throws IllegalStateException with a message for the user
   */
  void connect() {
    if (runs.isPresent()) {
      return;
    }
    TemporalProfile found = profile.get();
    WorkflowServiceStubs opened = WorkflowServiceStubs.newServiceStubs(found.service());
    stubs = Optional.of(opened);
    new TemporalCheck(opened).check();
    runs =
        Optional.of(
            new TemporalRuns(
                WorkflowClient.newInstance(
                    opened,
                    WorkflowClientOptions.newBuilder()
                        .setNamespace(found.namespace())
                        .setDataConverter(Payloads.converter())
                        .build())));
  }

  /** Terminates the open run of a policy; does nothing if Temporal knows none. */
  void terminate(PolicyName policy, String because) {
    connect();
    runs.orElseThrow().terminate(policy, because);
  }

  @Override
  public void close() {
    stubs.ifPresent(TemporalConnection::close);
  }
}
