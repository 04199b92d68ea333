package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lints what docs/questions.md says to write. */
class QuestionsPageTest {
  private static final Pattern BLOCK = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
  private static final Pattern QUESTION = Pattern.compile("(?m)^### (\\d+)\\. ");
  private static final String ROLLOUT =
      """
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Rollout
      metadata: {name: policy-web-tls, namespace: policies}
      """;

  private static String page() throws IOException {
    return Files.readString(Path.of("..", "..", "docs", "questions.md"));
  }

  @Test
  void nothingIsWrongWithWhatItSaysToWrite(@TempDir Path folder) throws IOException {
    List<String> blocks =
        BLOCK
            .matcher(page())
            .results()
            .map(MatchResult::group)
            .map(QuestionsPageTest::yaml)
            .toList();
    assertThat(blocks).hasSize(17);
    for (String block : blocks) {
      Path file = folder.resolve("answer.yaml");
      Files.writeString(file, block.startsWith("spec:") ? ROLLOUT + block : block);
      CommandRun lint = CommandRun.of("lint", "--strict", "-f", file.toString());
      assertThat(lint.code()).as(block + lint.out() + lint.err()).isEqualTo(ExitCodes.OK);
    }
  }

  private static String yaml(String block) {
    return block.substring(block.indexOf('\n') + 1, block.lastIndexOf("```"));
  }

  @Test
  void itHasTwentyQuestions() throws IOException {
    assertThat(QUESTION.matcher(page()).results().map(found -> Integer.valueOf(found.group(1))))
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20);
  }
}
