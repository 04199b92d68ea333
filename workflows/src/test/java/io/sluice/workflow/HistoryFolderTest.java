package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFolderTest {
  @TempDir Path root;
  private HistoryFolder folder;

  @BeforeEach
  void recordTwoScenes() {
    folder = new HistoryFolder(root);
    folder.record(1, "ends", 0, "{}");
    folder.record(1, "goes-on", 0, "{}");
    folder.record(1, "goes-on", 1, "{}");
  }

  private Path history(String name) {
    return folder.folder(1).resolve(name);
  }

  @Test
  void anUnlockedNumberIsRecordedAnewAsAWhole() {
    folder.record(1, "goes-on", 0, "{\"anew\":1}");

    assertThat(history("goes-on-0.json")).hasContent("{\"anew\":1}");
    assertThat(folder.histories(1))
        .containsExactly(history("ends-0.json"), history("goes-on-0.json"));
    assertThat(folder.problems(1)).isEmpty();
  }

  @Test
  void aLockedNumberIsNotRecordedAnew() {
    folder.lock(1);

    assertThatThrownBy(() -> folder.record(1, "ends", 0, "{\"anew\":1}"))
        .hasMessageStartingWith("Cannot record history ends under rules 1: these are locked")
        .hasMessageEndingWith("Raise Rules.CURRENT, and record under the new number.");
    assertThat(history("ends-0.json")).hasContent("{}");
    assertThat(folder.problems(1)).isEmpty();
  }

  @Test
  void aLockedNumberIsNotLockedAnew() {
    folder.lock(1);

    assertThatThrownBy(() -> folder.lock(1)).hasMessageContaining("they are locked already");
    assertThatThrownBy(() -> folder.lock(2)).hasMessageContaining("there are none");
  }

  @Test
  void editedDroppedAndAddedHistoriesOfALockedNumberAreNamed() throws IOException {
    folder.lock(1);
    Files.writeString(history("ends-0.json"), "{ }");
    Files.delete(history("goes-on-0.json"));
    Files.writeString(history("more-0.json"), "{}");

    assertThat(folder.problems(1))
        .containsExactly(
            "Cannot rely on history rules-1/ends-0.json: it is locked, and was changed. Restore it;"
                + " a changed judgement needs a new number of Rules.",
            "Cannot rely on history rules-1/goes-on-0.json: it is locked, and was dropped. Restore"
                + " it; a changed judgement needs a new number of Rules.",
            "Cannot rely on history rules-1/more-0.json: it is locked, and was added. Restore it; a"
                + " changed judgement needs a new number of Rules.");
  }

  @Test
  void aNumberIsLockedAndTheNextOneRecordedBeforeItIsCurrent() {
    assertThat(folder.problems(2))
        .containsExactly(
            "Cannot rely on the histories of rules 1: they are not locked, though rules 2 are"
                + " current. Lock them as docs/testing.md says.",
            "Cannot replay histories of rules 2: there are none. Record them as docs/testing.md"
                + " says.");

    folder.lock(1);
    folder.record(2, "ends", 0, "{}");
    assertThat(folder.problems(2)).isEmpty();
  }

  @Test
  void aHistoryThatNoNumberReplaysIsNamed() throws IOException {
    Files.writeString(root.resolve("lost-0.json"), "{}");
    folder.record(2, "ends", 0, "{}");

    assertThat(folder.problems(1))
        .containsExactly(
            "Cannot replay history lost-0.json: it lies in no folder of rules 1 to 1. Move or"
                + " delete it.",
            "Cannot replay history rules-2/ends-0.json: it lies in no folder of rules 1 to 1. Move"
                + " or delete it.");
  }
}
