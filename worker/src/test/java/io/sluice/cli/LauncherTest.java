package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherTest {
  private static final Path LAUNCHER = Path.of("..", "sluice").toAbsolutePath().normalize();

  @TempDir private Path folder;

  @Test
  void theScriptIsValidBash() throws Exception {
    assertThat(run(Map.of(), "bash", "-n", LAUNCHER.toString())).isEmpty();
  }

  @Test
  void aJavaHomeWithoutJavaIsNamed() throws Exception {
    assertThat(run(Map.of("JAVA_HOME", "/nowhere"), LAUNCHER.toString(), "--help"))
        .isEqualTo(
            "Cannot run Sluice: JAVA_HOME is /nowhere, and has no bin/java. Correct or unset"
                + " it.\n");
  }

  @Test
  void anOldJavaIsRefusedAlsoThroughALink() throws Exception {
    Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
    Path link = Files.createSymbolicLink(folder.resolve("sluice"), LAUNCHER);

    assertThat(run(Map.of("JAVA_HOME", folder.toString()), link.toString(), "--help"))
        .isEqualTo(
            "Cannot run Sluice: %s is Java 11. Set JAVA_HOME to Java 17 or newer.\n"
                .formatted(java));
  }

  @Test
  void aFullHeapEndsTheProcess() throws Exception {
    Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"17.0.2\"\n");
    Path launcher = Files.copy(LAUNCHER, folder.resolve("sluice"));
    Path jar = folder.resolve("deploy/demo/target/sluice-all.jar");
    for (String part : List.of("src", "workflows", "activities", "worker", "deploy/demo/target")) {
      Files.createDirectories(folder.resolve(part));
    }
    Files.writeString(folder.resolve("pom.xml"), "");
    Files.writeString(folder.resolve("worker/pom.xml"), "");
    Files.writeString(jar, "");

    assertThat(run(Map.of("JAVA_HOME", folder.toString()), launcher.toString(), "worker").lines())
        .contains("-XX:+ExitOnOutOfMemoryError", "worker");
  }

  private String run(Map<String, String> env, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(List.of(command)).redirectErrorStream(true);
    builder.environment().putAll(env);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }
}
