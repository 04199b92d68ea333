package io.sluice.tools.manifest;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestFilesTest {
  @TempDir private Path folder;

  @Test
  void aFolderGivesItsFilesByNameButNoKustomizationAndNoInnerFolder() throws IOException {
    write("b.yml", object("two"));
    write("a.yaml", object("one"));
    write("notes.txt", "no manifest");
    write("kustomization.yaml", "resources: [a.yaml]\n");
    write(
        "inner/c.json",
        "{\"apiVersion\": \"v1\", \"kind\": \"X\", \"metadata\": {\"name\": \"three\"}}");

    assertThat(names(false, "", folder.toString())).containsExactly("one", "two");
    assertThat(names(true, "", folder.toString())).containsExactly("one", "two", "three");
  }

  @Test
  void theInputAndListsGiveTheirObjects() {
    String list =
        """
        apiVersion: v1
        kind: List
        items:
        - {apiVersion: v1, kind: X, metadata: {name: one}}
        - {apiVersion: v1, kind: X, metadata: {name: two}}
        """;

    assertThat(names(false, list + "---\n" + object("three"), "-"))
        .containsExactly("one", "two", "three");
  }

  @Test
  void anItemOfAListThatIsNoObjectIsRefusedWithItsLine() throws IOException {
    write("a.yaml", object("one") + "---\napiVersion: v1\nkind: XList\nitems: [{kind: X}]\n");

    assertThatThrownBy(() -> names(false, "", folder.toString()))
        .hasMessage(
            "Cannot load %s/a.yaml: line 8: this object has no apiVersion. Correct it and try again."
                .formatted(folder));
  }

  @Test
  void aFileOfAFolderMayHoldWhatIsNoObjectAndOneThatIsNamedMayNot() throws IOException {
    write("a.yaml", object("one"));
    write("values.yaml", "replicas: 3\n");
    write("Chart.yaml", "apiVersion: v2\nname: web\n");
    write("templates/web.yaml", object("{{ .Values.name }}"));

    ManifestContents contents = files(true).contents(List.of(folder.toString()));

    assertThat(contents.faults()).isEmpty();
    assertThat(contents.manifests()).extracting(Manifest::name).containsExactly("one");
    assertThat(contents.passedOver())
        .containsExactly(
            folder + "/Chart.yaml", folder + "/templates/web.yaml", folder + "/values.yaml");
    assertThatThrownBy(() -> names(false, "", folder + "/values.yaml", folder + "/none.yaml"))
        .hasMessage(
            """
            Cannot load FOLDER/values.yaml: line 1: this is no Kubernetes object, as it has no apiVersion. Name files that hold such objects.
            Cannot load FOLDER/none.yaml: there is no such file. Name another file."""
                .replace("FOLDER", folder.toString()));
  }

  @Test
  void anObjectThatTheHubIsToNameEndsNothing() throws IOException {
    write("a.yaml", "apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: a-}\n");
    write("b.yaml", object("b"));

    assertThat(names(false, "", folder.toString())).containsExactly("", "b");
  }

  @Test
  void textsOfOtherShellsAreRead() throws IOException {
    Files.write(folder.resolve("a.yaml"), ("\uFEFF" + object("a")).getBytes(UTF_8));
    Files.write(folder.resolve("b.yaml"), ("\uFEFF" + object("b")).getBytes(UTF_16LE));
    Files.write(folder.resolve("c.yaml"), object("c").replace("\n", "\r\n").getBytes(UTF_8));

    assertThat(names(false, "", folder.toString())).containsExactly("a", "b", "c");
  }

  private static ManifestFiles files(boolean recursive) {
    return new ManifestFiles(recursive, InputStream.nullInputStream());
  }

  private List<String> names(boolean recursive, String input, String... paths) {
    return new ManifestFiles(recursive, new ByteArrayInputStream(input.getBytes(UTF_8)))
        .read(Arrays.asList(paths)).stream().map(Manifest::name).toList();
  }

  private static String object(String name) {
    return "apiVersion: v1\nkind: X\nmetadata:\n  name: %s\n".formatted(name);
  }

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
