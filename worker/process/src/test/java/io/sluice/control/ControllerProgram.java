package io.sluice.control;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.settings.Settings;
import java.io.IOException;

/** Runs the controller on a hub until its input ends: {@link LargePoliciesTest} limits its heap. */
final class ControllerProgram {
  private ControllerProgram() {}

  /** Runs it on the hub of that address. */
  public static void main(String[] arguments) throws IOException {
    try (KubernetesClient client = HubClient.ofUrl(arguments[0])) {
      RunningController controller = RunningController.withoutTemporal(client, Settings.DEFAULTS);
      while (System.in.read() >= 0) {
        // It says nothing; its end is the end.
      }
      controller.close();
    }
  }
}
