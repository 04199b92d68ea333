package io.sluice.hub.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListTextTest {
  private static final String ONE =
      "{\"metadata\": {\"name\": \"ü\\\"}\"}, \"items\": [{\"a\": []}, \"}\"], \"deep\": {\"items\": [1]}}";
  private static final String TWO = "{}";
  private static final String PAGE =
      "{\"kind\": \"items\", \"items\" :\n [%s, %s ,{\"b\":\"\\\\\"}\n], \"metadata\": {\"continue\": \"[n{ext\", \"resourceVersion\": \"7\"}}"
          .formatted(ONE, TWO);

  private final List<String> objects = new ArrayList<>();
  private final ListText list =
      new ListText(object -> objects.add(new String(object, StandardCharsets.UTF_8)));

  private void read(String text, int piece) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int from = 0; from < bytes.length; from += piece) {
      list.read(Arrays.copyOfRange(bytes, from, Math.min(from + piece, bytes.length)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64, 1000})
  void theObjectsOfAListAreSplitWhereverItsPartsEnd(int piece) throws IOException {
    read(PAGE, piece);

    assertThat(objects).containsExactly(ONE, TWO, "{\"b\":\"\\\\\"}");
    assertThat(list.envelope().path("metadata").path("continue").asText()).isEqualTo("[n{ext");
    assertThat(list.envelope().path("items")).isEmpty();
  }

  @Test
  void aListMayBeEmptyOrHaveNone() throws IOException {
    read("{\"items\": [], \"metadata\": {\"resourceVersion\": \"7\"}}", 5);
    assertThat(list.envelope().path("metadata").path("resourceVersion").asText()).isEqualTo("7");
    assertThat(list.objectsIn(1000)).isZero();

    ListText none = new ListText(object -> objects.add("?"));
    none.read("{\"items\": null, \"metadata\": {}}".getBytes(StandardCharsets.UTF_8));
    assertThat(none.envelope().path("items").isNull()).isTrue();
    assertThat(objects).isEmpty();
  }

  @Test
  void aListThatEndsWithinItselfIsNone() throws IOException {
    assertThatThrownBy(list::envelope).hasMessageContaining("ended within itself, after 0 bytes");
    read(PAGE.substring(0, PAGE.length() - 1), 100);
    assertThatThrownBy(list::envelope).hasMessageContaining("ended within itself");
  }

  @Test
  void thePageIsAsLargeAsItsObjectsAllow() throws IOException {
    read("{\"items\": [%s,%s]}".formatted("{\"x\": 12}", "{\"x\": 34}"), 100);

    assertThat(list.objectsIn(300))
        .isEqualTo(2 * 300 / "{\"items\": [{\"x\": 12},{\"x\": 34}]}".length());
    assertThat(list.objectsIn(1)).isEqualTo(1);
  }

  @Test
  void whatIsNestedDeeplyTakesNoStack() throws IOException {
    String deep = "[".repeat(3_000_000) + "]".repeat(3_000_000);
    read("{\"items\": [{\"a\": %s}, {}]}".formatted(deep), 1 << 16);

    assertThat(objects).hasSize(2).last().isEqualTo("{}");
  }

  @Test
  void anAnswerThatIsNoListDoesNotFillTheMemory() {
    assertThatThrownBy(() -> read("<html>" + " ".repeat(2 << 20), 1 << 16))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the answer is no list");
  }
}
