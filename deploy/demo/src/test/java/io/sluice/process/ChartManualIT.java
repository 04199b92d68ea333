package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.document.ManualBlock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs the commands of docs/install.md on a real hub, from the first to the last: with the files of
 * the release that {@code -Dsluice.release} names, else with their sources.
 */
@Timeout(Patience.TEST)
class ChartManualIT {
  private final ChartHub hub = ChartHub.get();

  @Test
  void everyCommandOfTheManualSucceeds() {
    List<String> commands = commands();
    assertThat(commands)
        .contains("kubectl apply -f install-evaluation.yaml", "kubectl apply -f crds.yaml")
        .anyMatch(command -> command.contains("temporal.devServer.enabled=true"))
        .anyMatch(command -> command.contains("--take-ownership"))
        .anyMatch(command -> command.startsWith("helm upgrade sluice "))
        .anyMatch(command -> command.startsWith("helm uninstall sluice "));

    for (String command : commands) {
      prepare(command);
      hub.run(command);
    }
    assertThat(hub.kubectl("get crds")).doesNotContain("rollouts.").contains("policies.");
  }

  /** Takes away what another way to install has put where this command begins. */
  private void prepare(String command) {
    if (command.contains("crds.install")) {
      ChartHub.get();
    } else if (command.startsWith("helm install sluice-crds ")) {
      ChartHub.get();
      if (command.contains("--take-ownership")) {
        hub.run("kubectl apply -f deploy/crds");
      }
    } else if (command.startsWith("helm install sluice ")) {
      hub.uninstall("sluice");
      hub.forgetKustomized();
    }
  }

  private static List<String> commands() {
    return ManualBlock.read("install.md").stream()
        .filter(ManualBlock::commands)
        .flatMap(block -> block.withoutPods().stream())
        .map(line -> line.replaceAll("#.*", "").strip())
        .filter(line -> line.startsWith("helm ") || line.startsWith("kubectl "))
        .toList();
  }
}
