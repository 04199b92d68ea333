package io.sluice.process;

import io.sluice.control.run.WorkerIdentity;
import io.sluice.settings.LeaseSettings;
import io.sluice.settings.Settings;
import io.sluice.workflow.payload.Payloads;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.Optional;

/** Makes the client by which a process works, under the name that it has on the Lease. */
final class TemporalClient {
  private TemporalClient() {}

  /**
   * Returns the client.
   *
   * @param identity of the process; empty where it is alone
   */
  static WorkflowClient of(
      WorkflowServiceStubs temporal, Settings settings, Optional<WorkerIdentity> identity) {
    WorkflowClientOptions.Builder options =
        WorkflowClientOptions.newBuilder()
            .setNamespace(settings.temporalNamespace())
            .setDataConverter(Payloads.converter(settings.payloadKeys()));
    identity.map(WorkerIdentity::toString).ifPresent(options::setIdentity);
    return WorkflowClient.newInstance(temporal, options.build());
  }

  /** Returns the name of a process that starts now; empty where it is alone. */
  static Optional<WorkerIdentity> identity(Settings settings) {
    return settings.lease().map(LeaseSettings::identity).map(WorkerIdentity::starting);
  }
}
