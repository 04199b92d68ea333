package io.sluice.tools.page.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tools.page.markup.Element;
import org.junit.jupiter.api.Test;

class LongWordsTest {
  @Test
  void aLongNameMayGoOnBehindTheSignsThatPartIt() {
    assertThat(html("by system:serviceaccount:release:approver, twice"))
        .isEqualTo("<p>by system:<wbr>serviceaccount:<wbr>release:<wbr>approver, twice</p>");
    assertThat(html("https://hub.example.com/"))
        .isEqualTo("<p>https://<wbr>hub.<wbr>example.<wbr>com/</p>");
  }

  @Test
  void shortWordsStayAsTheyAre() {
    assertThat(html("web-tls, 10:00:05 UTC")).isEqualTo("<p>web-tls, 10:00:05 UTC</p>");
    assertThat(html("")).isEqualTo("<p></p>");
  }

  private static String html(String text) {
    return LongWords.in(Element.of("p"), text).html();
  }
}
