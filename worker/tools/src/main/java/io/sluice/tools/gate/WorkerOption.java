package io.sluice.tools.gate;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.gate.GateCheck;
import io.sluice.hub.gate.GateReport;
import io.sluice.tools.option.HubOptions;
import picocli.CommandLine.Option;

/** Holds the option that names the worker, and looks at the gate in its name. */
public final class WorkerOption {
  @Option(
      names = "--as-worker",
      paramLabel = "NAMESPACE:NAME",
      converter = WorkerAccount.Converter.class,
      description = "ServiceAccount of the worker. Default: ${DEFAULT-VALUE}.",
      defaultValue = "sluice-system:sluice")
  private WorkerAccount worker;

  WorkerAccount worker() {
    return worker;
  }

  /**
   * Tries the gate by dry runs, which change nothing; takes the right to impersonate the worker.
   */
  public GateReport gate(Config person) {
    try (KubernetesClient client = HubOptions.client(asWorker(person))) {
      return new GateCheck(client, worker.namespace()).check();
    }
  }

  /** Without groups the hub adds those that a ServiceAccount has. */
  private Config asWorker(Config person) {
    return new ConfigBuilder(person)
        .withImpersonateUsername(worker.user())
        .withImpersonateGroups()
        .build();
  }
}
