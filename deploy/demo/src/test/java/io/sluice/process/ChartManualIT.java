package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs the commands of docs/install.md on a real hub, from the first to the last: with the files of
 * the release that {@code -Dsluice.release} names, else with their sources.
 */
@Timeout(Patience.TEST)
class ChartManualIT {
  private static final Pattern BLOCK =
      Pattern.compile("^ *```([a-z]*)\\n(.*?)^ *```$", Pattern.DOTALL | Pattern.MULTILINE);

  /** What asks for pods, which these servers do not run. */
  private static final List<String> OF_PODS =
      List.of("kubectl rollout status", "kubectl get lease");

  private final ChartHub hub = ChartHub.get();

  @Test
  void everyCommandOfTheManualSucceeds() throws IOException {
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

  private static List<String> commands() throws IOException {
    return BLOCK
        .matcher(Files.readString(Path.of("../docs/install.md")))
        .results()
        .filter(block -> block.group(1).isEmpty())
        .flatMap(block -> block.group(2).lines())
        .map(line -> line.replaceAll("#.*", "").strip())
        .filter(line -> line.startsWith("helm ") || line.startsWith("kubectl "))
        .filter(line -> OF_PODS.stream().noneMatch(line::startsWith))
        .toList();
  }
}
