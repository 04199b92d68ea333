package io.sluice.devservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallationTest {
  private final List<String> progress = new ArrayList<>();
  private final Map<Path, ProgramVersion> versions = new HashMap<>();
  private final Map<String, String> environment = new HashMap<>();

  @TempDir Path folder;

  @Test
  void whatLiesInTheNamedFolderIsTaken() throws IOException {
    nameAll("bin", Binaries.VARIABLE);

    installation().install(List.of(Program.values()));

    assertThat(progress).hasSize(Program.values().length);
    assertThat(progress.get(0)).startsWith("etcd ").contains("SLUICE_DEVSERVERS_BIN");
  }

  @Test
  void anOldProgramInTheNamedFolderIsRefusedByName() throws IOException {
    nameAll("bin", Binaries.VARIABLE);
    versions.put(folder.resolve("bin/kube-apiserver"), new ProgramVersion(1, 29, 3));

    assertThatThrownBy(() -> installation().install(List.of(Program.values())))
        .isInstanceOf(DevServersException.class)
        .hasMessageContaining("kube-apiserver 1.29.3")
        .hasMessageContaining("too old, the least is 1.30.0");
  }

  @Test
  void anOldProgramOnThePathIsPassedOverForANewerOne() throws IOException {
    nameAll("new", "PATH");
    versions.put(program("old", Program.TEMPORAL), new ProgramVersion(1, 3, 0));
    environment.put("PATH", folder.resolve("old") + ":" + folder.resolve("new"));

    assertThat(installation().present().get(Program.TEMPORAL))
        .isEqualTo(folder.resolve("new/temporal"));
  }

  @Test
  void withoutGoTheUsualWaysAreNamed() throws IOException {
    program("path", Program.ETCD);
    versions.put(program("path", Program.TEMPORAL), new ProgramVersion(1, 3, 0));
    environment.put("PATH", folder.resolve("path").toString());

    assertThatThrownBy(() -> installation().install(List.of(Program.values())))
        .isInstanceOf(DevServersException.class)
        .hasMessageStartingWith("Cannot install kube-apiserver, temporal: ")
        .hasMessageContaining("temporal 1.3.0 at")
        .hasMessageContaining("no Go")
        .hasMessageContaining("brew install temporal")
        .hasMessageContaining("setup-envtest")
        .hasMessageContaining("kind");
  }

  @Test
  void theServersStartWithoutWhatTheyDoNotNeed() throws IOException {
    for (Program program : List.of(Program.ETCD, Program.KUBE_APISERVER, Program.TEMPORAL)) {
      program("path", program);
    }
    environment.put("PATH", folder.resolve("path").toString());

    installation().install(List.of(Program.values()));

    assertThat(installation().present()).hasSize(3);
    assertThat(progress)
        .anySatisfy(line -> assertThat(line).contains("kubectl").contains("missing"));
  }

  @Test
  void upNamesWhatIsMissingAndTheCommandThatHelps() {
    environment.put("PATH", "");

    assertThatThrownBy(() -> installation().present())
        .hasMessageContaining("etcd, kube-apiserver, temporal")
        .hasMessageEndingWith("Run ./sluice devservers install.");
  }

  private Installation installation() {
    environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    return new Installation(
        environment,
        (program, path) -> versions.getOrDefault(path, new ProgramVersion(9, 0, 0)),
        progress::add);
  }

  private void nameAll(String name, String variable) throws IOException {
    for (Program program : Program.values()) {
      program(name, program);
    }
    environment.put(variable, folder.resolve(name).toString());
  }

  private Path program(String name, Program program) throws IOException {
    Path file = Files.createDirectories(folder.resolve(name)).resolve(program.file());
    return Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
  }
}
