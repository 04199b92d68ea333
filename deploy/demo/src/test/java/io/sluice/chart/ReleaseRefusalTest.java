package io.sluice.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls {@code .ci/release} where it must refuse, before anything is built. */
class ReleaseRefusalTest {
  @TempDir private Path folder;

  @BeforeEach
  void copyWhatIsChecked() throws Exception {
    git("init", "-q");
    write("pom.xml", "<artifactId>sluice</artifactId>\n  <version>0.2.0</version>\n");
    write("deploy/charts/sluice/Chart.yaml", "version: 0.2.0\nappVersion: 0.2.0\n");
    write("CHANGELOG.md", "## [0.2.0] - 2026-01-01\n\n- new\n\n## [0.1.0]\n");
    Path script = Files.createDirectories(folder.resolve(".ci")).resolve("release");
    Files.copy(Path.of("../../.ci/release"), script, StandardCopyOption.COPY_ATTRIBUTES);
    commit();
  }

  @Test
  void withoutAVersionItSaysWhatToWrite() throws Exception {
    assertThat(release())
        .isEqualTo(
            "Cannot release nothing: that is no version. Write .ci/release VERSION [FOLDER], or .ci/release --snapshot [FOLDER].");
    assertThat(release("next")).startsWith("Cannot release next: that is no version.");
  }

  @Test
  void aTreeWithChangesIsRefused() throws Exception {
    write("new", "");

    assertThat(release("--snapshot"))
        .isEqualTo(
            "Cannot release 0.2.0: there are changes that are not committed. Commit them, or put them away.");
  }

  @Test
  void theTagMustBeThatOfTheCommitThatIsCheckedOut() throws Exception {
    assertThat(release("0.2.0"))
        .isEqualTo("Cannot release 0.2.0: there is no tag v0.2.0. Make it, see docs/releasing.md.");

    git("tag", "v0.2.0");
    write("more", "");
    commit();
    assertThat(release("0.2.0"))
        .isEqualTo(
            "Cannot release 0.2.0: another commit is checked out. Check out the tag: git checkout v0.2.0.");
  }

  @Test
  void everyFileMustNameThatVersion() throws Exception {
    git("tag", "v0.3.0");
    assertThat(release("0.3.0"))
        .isEqualTo("Cannot release 0.3.0: the poms have version 0.2.0. See docs/releasing.md.");

    write("deploy/charts/sluice/Chart.yaml", "version: 0.2.0\nappVersion: 0.1.0\n");
    commit();
    assertThat(release("--snapshot"))
        .isEqualTo(
            "Cannot release 0.2.0: deploy/charts/sluice/Chart.yaml has another version. See docs/releasing.md.");
  }

  @Test
  void aVersionWithoutNotesIsRefused() throws Exception {
    write("CHANGELOG.md", "## [0.1.0]\n\n- old\n");
    commit();

    assertThat(release("--snapshot"))
        .isEqualTo(
            "Cannot release 0.2.0: CHANGELOG.md says nothing of it. Write its section, ## [0.2.0].");
  }

  private String release(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(folder.resolve(".ci/release").toString()));
    command.addAll(List.of(arguments));
    return run(command);
  }

  private void commit() throws Exception {
    git("add", "-A");
    git("-c", "user.name=n", "-c", "user.email=n@example.com", "commit", "-qm", "Change");
  }

  private void git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
    command.addAll(List.of(arguments));
    assertThat(run(command)).isEmpty();
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static String run(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return printed.strip();
  }
}
