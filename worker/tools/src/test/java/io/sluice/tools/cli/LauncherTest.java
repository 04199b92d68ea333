package io.sluice.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherTest {
  private static final Path LAUNCHER = Path.of("..", "..", "sluice").toAbsolutePath().normalize();

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
    assertThat(run(built("touch \"$3\""), "worker").lines())
        .contains("-XX:+ExitOnOutOfMemoryError", "worker");
  }

  @Test
  void commandsInMessagesHaveTheNameThatItWasCalledBy() throws Exception {
    Map<String, String> env = new HashMap<>(built("touch \"$3\""));
    assertThat(run(env, "status").lines()).contains("-Dsluice.program=" + folder + "/sluice");
    assertThat(run(env, "bash", "-c", "cd '%s' && ./sluice status".formatted(folder)).lines())
        .contains("-Dsluice.program=./sluice");
    assertThat(run(env, "bash", "-c", "PATH='%s':$PATH sluice status".formatted(folder)).lines())
        .contains("-Dsluice.program=sluice");
    env.put("SLUICE_PROGRAM", "kubectl sluice");
    assertThat(run(env, "status").lines()).contains("-Dsluice.program=kubectl sluice");
  }

  @Test
  void aWorkerGetsTheOptionsForItsMemoryAndThoseOfItsUserLast() throws Exception {
    Map<String, String> env = new HashMap<>(built("touch \"$3\""));
    env.put("SLUICE_JAVA_OPTS", "-Xmx300m -Xss1m");

    assertThat(run(env, "worker").lines())
        .containsSubsequence(
            "@" + folder.resolve("deploy/launcher/worker.options"), "-Xmx300m", "-Xss1m", "-jar");
    assertThat(run(env, "status").lines())
        .contains("-Xmx300m")
        .noneMatch(line -> line.endsWith("worker.options"));
  }

  @Test
  void theJvmTakesTheOptionsOfAWorker() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path options = LAUNCHER.resolveSibling("deploy/launcher/worker.options");

    assertThat(run(Map.of(), java, "@" + options, "-XX:+PrintFlagsFinal", "-version").lines())
        .anyMatch(line -> line.matches(" +bool UseSerialGC += true .*"))
        .anyMatch(line -> line.matches(" +bool ExitOnOutOfMemoryError += true .*"));
  }

  /** Else the JVM would leave it out without a message. */
  @Test
  void theJvmKnowsEveryCipherThatAWorkerOffers() throws Exception {
    String property = "-Djdk.tls.client.cipherSuites=";
    List<String> offered =
        Files.readAllLines(LAUNCHER.resolveSibling("deploy/launcher/worker.options")).stream()
            .filter(line -> line.startsWith(property))
            .flatMap(line -> Stream.of(line.substring(property.length()).split(",")))
            .toList();

    assertThat(SSLContext.getDefault().getDefaultSSLParameters().getCipherSuites())
        .containsAll(offered);
    assertThat(offered).first().isEqualTo("TLS_CHACHA20_POLY1305_SHA256");
  }

  @Test
  void theClassesAreArchivedOnceForEachBuild() throws Exception {
    Map<String, String> env = built("touch \"$3\"");
    Path archive = folder.resolve("deploy/demo/target/sluice-all-17.0.2.jsa");
    String option = "-XX:SharedArchiveFile=" + archive;

    assertThat(run(env, "worker").lines())
        .contains(
            "Archiving the classes of Sluice for fast starts (once, about 15 seconds) ...", option);
    assertThat(archive).exists();
    assertThat(run(env, "worker").lines())
        .contains(option)
        .noneMatch(line -> line.startsWith("Archiving"));
  }

  @Test
  void java25GetsOptionsOfItsOwnAndAnArchiveOfItsOwnKind() throws Exception {
    Map<String, String> env = built("touch \"$3\"");
    String options = "@" + folder.resolve("deploy/launcher/java25.options");
    assertThat(run(env, "worker").lines()).doesNotContain(options);

    Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
    String archive = "-XX:AOTCache=" + folder.resolve("deploy/demo/target/sluice-all-25.0.1.aot");
    assertThat(run(env, "worker").lines()).contains(archive, options);
    assertThat(run(env, "status").lines()).contains(archive, options);
  }

  @Test
  void withoutAnArchiveItRunsAllTheSameAndTriesOnce() throws Exception {
    Map<String, String> env = built("echo no room; exit 1");
    Path failure = folder.resolve("deploy/demo/target/sluice-all-17.0.2.jsa.failed");

    assertThat(run(env, "worker").lines())
        .contains(
            "Cannot archive the classes of Sluice: see %s. It starts more slowly."
                .formatted(failure),
            "worker")
        .noneMatch(line -> line.startsWith("-XX:SharedArchiveFile"));
    assertThat(failure).hasContent("no room");
    assertThat(run(env, "worker").lines()).noneMatch(line -> line.startsWith("Archiving"));
  }

  @Test
  void aReleaseIsNotBuilt() throws Exception {
    Map<String, String> env = built("touch \"$3\"");
    Files.delete(folder.resolve("pom.xml"));
    Files.delete(folder.resolve("src"));

    assertThat(run(env, "status").lines())
        .startsWith("Archiving the classes of Sluice for fast starts (once, about 15 seconds) ...");
  }

  /**
   * Makes a folder with a built jar, and a Java that prints its arguments; returns its place.
   *
   * @param archiving writes the archive
   */
  private Map<String, String> built(String archiving) throws IOException {
    script("bin/java", "printf '%s\\n' \"$@\"");
    Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"17.0.2\"\n");
    Files.copy(LAUNCHER, folder.resolve("sluice"));
    for (String part : List.of("src", "workflows", "activities", "worker", "deploy/demo/target")) {
      Files.createDirectories(folder.resolve(part));
    }
    script("deploy/launcher/archive-classes", archiving);
    Files.writeString(folder.resolve("pom.xml"), "");
    Files.writeString(folder.resolve("worker/pom.xml"), "");
    Files.writeString(folder.resolve("deploy/demo/target/sluice-all.jar"), "");
    return Map.of("JAVA_HOME", folder.toString());
  }

  private void script(String path, String commands) throws IOException {
    Path script = folder.resolve(path);
    Files.createDirectories(script.getParent());
    Files.writeString(script, "#!/bin/sh\n%s\n".formatted(commands));
    assertThat(script.toFile().setExecutable(true)).isTrue();
  }

  private String run(Map<String, String> env, String argument)
      throws IOException, InterruptedException {
    return run(env, folder.resolve("sluice").toString(), argument);
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
