package io.sluice.tools.handover;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.connection.TemporalConnection;
import io.sluice.connection.TemporalProfile;
import io.sluice.control.run.TemporalRuns;
import io.sluice.policy.PolicyName;
import io.sluice.process.HubIdentityReader;
import io.sluice.process.TemporalCheck;
import io.sluice.workflow.payload.Payloads;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Terminates runs; connects with Temporal when the first one is to be terminated. */
public final class RunTerminator implements AutoCloseable {
  private final Supplier<TemporalProfile> profile;
  private final KubernetesClient hub;
  private Optional<WorkflowServiceStubs> stubs = Optional.empty();
  private Optional<TemporalRuns> runs = Optional.empty();

  /**
   * Prepares to connect.
   *
   * @param profile where Temporal is; asked for only if it is needed
   * @param hub whose runs they are: no other hub's are terminated
   */
  public RunTerminator(Supplier<TemporalProfile> profile, KubernetesClient hub) {
    this.profile = requireNonNull(profile, "profile is null");
    this.hub = requireNonNull(hub, "hub is null");
  }

  /**
   * Connects, and checks that Temporal knows the runs of these policies: on another server, or in
   * another namespace, there would be nothing to terminate, and the runs would live on.
   *
   * @throws IllegalStateException with a message for the user
   */
  void check(List<PolicyName> policies) {
    TemporalProfile found = profile.get();
    WorkflowServiceStubs opened = WorkflowServiceStubs.newServiceStubs(found.service());
    stubs = Optional.of(opened);
    new TemporalCheck(opened).check();
    TemporalRuns connected =
        new TemporalRuns(
            WorkflowClient.newInstance(
                opened,
                WorkflowClientOptions.newBuilder()
                    .setNamespace(found.namespace())
                    .setDataConverter(Payloads.converter(found.payloadKeys()))
                    .build()),
            HubIdentityReader.read(hub, found.hubName()));
    for (PolicyName policy : policies) {
      if (!connected.known(policy)) {
        throw new IllegalStateException(
            "Cannot abort the rollout of policy %s: Temporal at %s knows no run of it in namespace %s. Name another with --temporal, --temporal-namespace or --hub-name; where Temporal has lost the run, start a worker once, which goes on with it."
                .formatted(policy, opened.getOptions().getTarget(), found.namespace()));
      }
    }
    runs = Optional.of(connected);
  }

  /** Terminates the open run of a policy that was checked; does nothing if it has closed. */
  void terminate(PolicyName policy, String because) {
    runs.orElseThrow().terminate(policy, because);
  }

  @Override
  public void close() {
    stubs.ifPresent(TemporalConnection::close);
  }
}
