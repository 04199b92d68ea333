package io.sluice.tools.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
  void anItemOfAListThatIsNoObjectIsRefusedWithTheLineOfTheList() throws IOException {
    write("a.yaml", object("one") + "---\napiVersion: v1\nkind: XList\nitems: [{kind: X}]\n");

    assertThatThrownBy(() -> names(false, "", folder.toString()))
        .hasMessage(
            "Cannot load %s/a.yaml: line 6: this object has no apiVersion. Correct it and try again."
                .formatted(folder));
  }

  private List<String> names(boolean recursive, String input, String... paths) {
    return new ManifestFiles(
            recursive, new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)))
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
