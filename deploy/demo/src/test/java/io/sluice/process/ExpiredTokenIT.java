package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs commands on a real API server, which closes connections of HTTP/2 after a refusal. */
@Timeout(Patience.TEST)
class ExpiredTokenIT {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status",
        "status -A -w",
        "status web -w",
        "wait web",
        "history web",
        "plan web",
        "lint web",
        "approve web prod",
        "pause web",
        "report web"
      })
  void itIsSaidByEveryCommand(String command) throws IOException {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("--kubeconfig", expired().toString()));

    CommandRun run = CommandRun.of(words.toArray(String[]::new));

    assertThat(run.err())
        .isEqualTo(
            "Cannot log in to the hub: the token has expired or is not accepted. Renew the token or"
                + " certificate in the kubeconfig, or name another with --kubeconfig.\n");
    assertThat(run.code()).isEqualTo(ExitCodes.FAILED);
  }

  private Path expired() throws IOException {
    String valid = Files.readString(new LocalTestServers().servers().kubeconfig());
    return Files.writeString(
        folder.resolve("kubeconfig"), valid.replaceAll("token: \"[^\"]*\"", "token: expired"));
  }
}
