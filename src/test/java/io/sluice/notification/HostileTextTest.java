package io.sluice.notification;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.PayloadJson;
import io.sluice.text.PrintableText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Puts texts into messages that would be markup, a mention or a link if they were not held. */
class HostileTextTest {
  private static final Optional<String> KEY = Optional.of("R0UT1NGKEY");
  private static final int LEAST_LIMIT = 28 * 1024;

  static Stream<String> texts() {
    String signs = "<>&\"\\'*_~`[](){}!@#|$/\n\r\t\0\u001b\u202e\u2028\ud800\udc00é漢😀 a";
    Random random = new Random(7);
    return Stream.concat(
        Stream.of(
            "He said \"no\"\\\n\r\t",
            "</script><script>alert(1)</script>",
            "<!everyone> <!channel> <!here|here> <@U123> <#C123> <https://evil.example.com|status>",
            "@here @channel &lt;!here&gt; &amp; &",
            "[status](https://evil.example.com) **bold** `code` ~~no~~ \\[a\\](b) <at>Ann</at>",
            "https://evil.example.com :tada: {{DATE(2026-11-30T00:00:00Z)}} @{x} ${y}",
            "abc\u202edcba\u2066x\u2069",
            "a\0b\u001b[31mc\u0007",
            "half \ud83d and \ude00 and \ud83d\ude00",
            "&".repeat(100_000),
            "<".repeat(100_000),
            "漢".repeat(100_000),
            "😀".repeat(50_000),
            "\0".repeat(100_000),
            "\"".repeat(100_000),
            " "),
        IntStream.range(0, 200)
            .mapToObj(
                i ->
                    random
                        .ints(random.nextInt(300), 0, signs.length())
                        .mapToObj(at -> String.valueOf(signs.charAt(at)))
                        .reduce("", String::concat)));
  }

  private static JsonNode message(String text, MessageFormat format) {
    Notice notice = NoticeExample.with(NoticeKind.CHECK_FAILED, text);
    String body = NoticeFormatter.format(notice, NoticeExample.ORIGIN, format, KEY).body();
    byte[] sent = body.getBytes(StandardCharsets.UTF_8);
    assertThat(sent.length).isLessThan(LEAST_LIMIT);
    assertThat(new String(sent, StandardCharsets.UTF_8)).as("no half of a pair").isEqualTo(body);
    JsonNode read = PayloadJson.read(body, JsonNode.class);
    for (String each : strings(read)) {
      assertThat(each.codePoints().noneMatch(PrintableText::hidden)).as(each).isTrue();
    }
    return read;
  }

  private static List<String> strings(JsonNode node) {
    List<String> strings = new ArrayList<>();
    if (node.isTextual()) {
      strings.add(node.textValue());
    }
    node.forEach(child -> strings.addAll(strings(child)));
    return strings;
  }

  private static List<JsonNode> objects(JsonNode node) {
    List<JsonNode> objects = new ArrayList<>();
    if (node.isObject()) {
      objects.add(node);
    }
    node.forEach(child -> objects.addAll(objects(child)));
    return objects;
  }

  @ParameterizedTest
  @MethodSource("texts")
  void aCloudEventHasTheTextAsItIsShown(String text) {
    JsonNode event = message(text, MessageFormat.CLOUD_EVENTS);
    assertThat(event.path("data").path("message").textValue())
        .isEqualTo(PrintableText.line(text, 2_000));
    assertThat(event.path("type").textValue()).isEqualTo("io.sluice.rollout.check-failed.v1");
  }

  @ParameterizedTest
  @MethodSource("texts")
  void slackTakesNothingOfItForMarkup(String text) {
    JsonNode message = message(text, MessageFormat.SLACK);
    assertThat(message.path("mrkdwn").booleanValue()).isFalse();
    assertHarmless(message.path("text").textValue());
    List<JsonNode> markup = new ArrayList<>();
    for (JsonNode object : objects(message.path("blocks"))) {
      switch (object.path("type").asText()) {
        case "plain_text" -> assertHarmless(object.path("text").textValue());
        case "mrkdwn" -> markup.add(object.path("text"));
        case "header" ->
            assertThat(object.path("text").path("text").textValue()).hasSizeBetween(1, 150);
        default -> assertThat(object.path("type").asText()).isIn("section", "context");
      }
    }
    assertThat(markup)
        .singleElement()
        .extracting(JsonNode::textValue)
        .isEqualTo(
            "<https://sluice.example.com/rollouts/policies/web-tls?a=1&amp;b=2|Dashboard>   "
                + "<https://temporal.example.com/namespaces/sluice/workflows/w1|Temporal>");
  }

  private static void assertHarmless(String text) {
    assertThat(text).isNotEmpty().hasSizeLessThanOrEqualTo(3_000).doesNotContain("<", ">");
    assertThat(text.replaceAll("&(amp|lt|gt);", "")).doesNotContain("&");
  }

  @ParameterizedTest
  @MethodSource("texts")
  void aCardShowsItInRunsAlone(String text) {
    JsonNode message = message(text, MessageFormat.TEAMS);
    JsonNode card = message.at("/attachments/0/content");
    List<String> types =
        objects(card.path("body")).stream().map(object -> object.path("type").asText()).toList();
    assertThat(types).isNotEmpty().containsOnly("RichTextBlock", "TextRun");
    for (JsonNode object : objects(card.path("body"))) {
      assertThat(object.has("selectAction")).isFalse();
    }
    assertThat(card.path("msteams").has("entities")).isFalse();
    assertThat(card.path("actions").findValuesAsText("url"))
        .containsExactlyElementsOf(NoticeFacts.links(NoticeExample.ORIGIN).values());
  }

  @ParameterizedTest
  @MethodSource("texts")
  void aPagerGetsItAsTextAlone(String text) {
    JsonNode event = message(text, MessageFormat.PAGER_DUTY);
    assertThat(event.path("routing_key").textValue()).isEqualTo("R0UT1NGKEY");
    assertThat(event.path("event_action").textValue()).isEqualTo("trigger");
    assertThat(event.path("payload").path("summary").textValue()).hasSizeBetween(1, 1_024);
    assertThat(event.path("links").findValuesAsText("href"))
        .containsExactlyElementsOf(NoticeFacts.links(NoticeExample.ORIGIN).values());
  }
}
