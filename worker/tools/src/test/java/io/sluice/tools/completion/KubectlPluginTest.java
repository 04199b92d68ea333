package io.sluice.tools.completion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packages Sluice as a plugin of kubectl, and runs it from the package. */
class KubectlPluginTest {
  private static final Path DEPLOY = Path.of("..", "..", "deploy").toAbsolutePath().normalize();

  @TempDir private Path folder;

  /** The rules of Krew's validation. */
  @Test
  void theManifestIsOneThatKrewTakes() throws Exception {
    JsonNode plugin = new YAMLMapper().readTree(packaged().resolve("kubectl-sluice.yaml").toFile());

    assertThat(plugin.path("apiVersion").asText())
        .isEqualTo("krew.googlecontainertools.github.com/v1alpha2");
    assertThat(plugin.path("kind").asText()).isEqualTo("Plugin");
    assertThat(plugin.at("/metadata/name").asText()).matches("^[\\w-]+$");
    assertThat(plugin.at("/spec/version").asText()).matches("v\\d+\\.\\d+\\.\\d+(-[\\w.]+)?");
    assertThat(plugin.at("/spec/shortDescription").asText()).hasSizeLessThanOrEqualTo(50);
    assertThat(plugin.at("/spec/description").asText()).isNotBlank();
    assertThat(plugin.at("/spec/homepage").asText()).isEqualTo(place());
    JsonNode platform = plugin.at("/spec/platforms/0");
    assertThat(platform.path("uri").asText()).isEqualTo(place() + "/kubectl-sluice-0.1.0.tar.gz");
    assertThat(platform.path("sha256").asText())
        .isEqualTo(
            HexFormat.of()
                .formatHex(
                    MessageDigest.getInstance("SHA-256")
                        .digest(
                            Files.readAllBytes(
                                folder.resolve("package/kubectl-sluice-0.1.0.tar.gz")))));
    assertThat(platform.at("/files/0/from").asText()).isEqualTo("*");
    assertThat(platform.path("bin").asText()).isEqualTo("kubectl-sluice");
    assertThat(platform.at("/selector/matchExpressions/0/key").asText()).isEqualTo("os");
  }

  @Test
  void thePackageRunsItsJarAlsoThroughALink() throws Exception {
    Path installed = Files.createDirectories(folder.resolve("installed"));
    run(
        "tar",
        "-xzf",
        packaged().resolve("kubectl-sluice-0.1.0.tar.gz").toString(),
        "-C",
        "" + installed);
    Path link =
        Files.createSymbolicLink(
            Files.createDirectories(folder.resolve("bin")).resolve("kubectl-sluice"),
            installed.resolve("kubectl-sluice"));

    assertThat(run(link.toString(), "status", "-A").lines())
        .contains("-Dsluice.program=kubectl sluice")
        .contains("-jar", installed.toRealPath().resolve("sluice.jar").toString())
        .endsWith("status", "-A");
    assertThat(run(installed.resolve("kubectl_complete-sluice").toString(), "st").lines())
        .endsWith("__complete", "st");
  }

  @Test
  void withoutAJarItSaysHowToInstallIt() throws Exception {
    Path alone =
        Files.copy(DEPLOY.resolve("kubectl/kubectl-sluice"), folder.resolve("kubectl-sluice"));

    assertThat(run(alone.toString(), "status"))
        .isEqualTo(
            "Cannot run Sluice: there is no %s. Install the plugin again, with kubectl krew install sluice.\n"
                .formatted(folder.toRealPath().resolve("sluice.jar")));
  }

  @Test
  void packagingWithoutAJarSaysHowToBuildIt() throws Exception {
    assertThat(
            run(
                DEPLOY.resolve("krew/package").toString(),
                "0.1.0",
                folder.toString(),
                folder + "/none.jar"))
        .isEqualTo(
            "Cannot package Sluice for Krew: there is no %s/none.jar. Build it with mvn -DskipTests package.\n"
                .formatted(folder));
  }

  @Test
  void theSameFilesMakeTheSameArchiveAtAnyPlaceAndTime() throws Exception {
    Path here = folder.resolve("here");
    Path there = Files.createDirectories(folder.resolve("there"));
    for (String name : List.of("b", "a/c")) {
      Path file = here.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, name);
    }
    run("cp", "-r", here + "/a", here + "/b", there.toString());
    assertThat(here.resolve("b").toFile().setLastModified(1_000)).isTrue();
    assertThat(there.resolve("b").toFile().setWritable(true, false)).isTrue();
    for (Path one : List.of(here, there)) {
      assertThat(run(DEPLOY.resolve("release/pack").toString(), "" + one, one + ".tar.gz"))
          .isEmpty();
    }

    assertThat(folder.resolve("here.tar.gz"))
        .hasSameBinaryContentAs(folder.resolve("there.tar.gz"));
    assertThat(run("tar", "-tzf", here + ".tar.gz").lines()).containsExactly("a/", "a/c", "b");
  }

  /** Returns where version 0.1.0 is published. */
  private static String place() throws IOException {
    return Files.readString(DEPLOY.resolve("release/place"))
        .split(" ")[0]
        .replace("@VERSION@", "0.1.0");
  }

  private Path packaged() throws Exception {
    Path jar = Files.writeString(folder.resolve("any.jar"), "jar");
    Path target = folder.resolve("package");
    run(DEPLOY.resolve("krew/package").toString(), "0.1.0", target.toString(), jar.toString());
    return target;
  }

  /** Runs it with a Java that prints its arguments, and with the links of Krew on PATH. */
  private String run(String... command) throws IOException, InterruptedException {
    Path java = folder.resolve("java/bin/java");
    if (!Files.exists(java)) {
      Files.createDirectories(java.getParent());
      Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
      assertThat(java.toFile().setExecutable(true)).isTrue();
    }
    ProcessBuilder builder = new ProcessBuilder(List.of(command)).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", folder.resolve("java").toString());
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    builder
        .environment()
        .merge("PATH", folder.resolve("bin").toString(), (old, more) -> more + ":" + old);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }
}
