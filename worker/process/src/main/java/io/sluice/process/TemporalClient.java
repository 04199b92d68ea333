package io.sluice.process;

import io.sluice.control.run.ActivityReclaimer;
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

  /** Returns the client, and takes over what a former process of that name has left. */
  static WorkflowClient start(
      WorkflowServiceStubs temporal, Settings settings, StartedParts started) {
    Optional<WorkerIdentity> identity =
        settings.lease().map(LeaseSettings::identity).map(WorkerIdentity::starting);
    WorkflowClientOptions.Builder options =
        WorkflowClientOptions.newBuilder()
            .setNamespace(settings.temporalNamespace())
            .setDataConverter(Payloads.converter(settings.payloadKeys()));
    identity.map(WorkerIdentity::toString).ifPresent(options::setIdentity);
    WorkflowClient client = WorkflowClient.newInstance(temporal, options.build());
    if (settings.role().runsRollouts()) {
      identity.ifPresent(
          name -> started.add(ActivityReclaimer.start(client, settings.hubName(), name)));
    }
    return client;
  }
}
