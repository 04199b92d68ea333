package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devservers.DevServers;
import io.sluice.document.ManualBlock;
import io.sluice.process.Patience;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs what a manual says in a shell, in a folder with the files of a release. */
final class ManualShell {
  private static final Path DEPLOY = Path.of("../deploy").toAbsolutePath().normalize();
  private static final Path JAR = DEPLOY.resolveSibling("worker/tools/target/sluice.jar");

  private final DevServers servers;
  private final Path folder;
  private String last = "";
  private String printed = "";

  ManualShell(DevServers servers, Path folder) throws IOException {
    this.servers = servers;
    this.folder = folder;
    Files.writeString(
        Files.createFile(
            folder.resolve("sluice"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x"))),
        "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -jar '%s' \"$@\"\n"
            .formatted(Path.of(System.getProperty("java.home"), "bin", "java"), JAR));
    for (String chart : List.of("sluice-crds", "sluice")) {
      execute("helm package '%s' -d .".formatted(DEPLOY.resolve("charts").resolve(chart)));
    }
  }

  /** Writes the file that its first line names, as a comment. */
  void write(ManualBlock block) throws IOException {
    String name = block.text().lines().findFirst().orElseThrow().replaceFirst("^# ", "");
    assertThat(name).as("the first line of the block").matches("[a-z0-9-]+\\.yaml");
    Files.writeString(folder.resolve(name), block.text());
  }

  /** Runs its commands, which must succeed. */
  void run(ManualBlock block) {
    List<String> commands = block.withoutPods();
    last = commands.get(commands.size() - 1);
    printed = execute(String.join("\n", commands));
  }

  /** Waits until the last command prints that, if it is one that looks at the hub. */
  void awaitOutput(List<String> lines) {
    if (last.startsWith("./sluice status") || last.startsWith("kubectl get")) {
      Patience.await().untilAsserted(() -> assertThat(execute(last)).as(last).contains(lines));
    } else {
      assertThat(printed).as(last).contains(lines);
    }
  }

  private String execute(String commands) {
    try {
      ProcessBuilder builder =
          new ProcessBuilder("bash", "-euo", "pipefail", "-c", commands)
              .directory(folder.toFile())
              .redirectErrorStream(true);
      builder.environment().keySet().removeIf(name -> name.startsWith("HELM_"));
      builder
          .environment()
          .put(
              "PATH",
              Stream.concat(
                      servers.programFolders().stream().map(Path::toString),
                      Stream.of(System.getenv("PATH")))
                  .collect(Collectors.joining(File.pathSeparator)));
      builder.environment().put("KUBECONFIG", servers.kubeconfig().toString());
      builder.environment().put("HOME", folder.toString());
      builder.environment().put("version", version());
      Process process = builder.start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as("%s%n%s", commands, output).isZero();
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String version() throws IOException {
    return Files.readAllLines(DEPLOY.resolve("charts/sluice/Chart.yaml")).stream()
        .filter(line -> line.startsWith("version: "))
        .map(line -> line.substring("version: ".length()))
        .findFirst()
        .orElseThrow();
  }
}
