package io.sluice.connection;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.sluice.text.PrintableText;

/**
 * Formats messages for the log: control characters are replaced, and the end of a long one is cut
 * (policy-propagation 16b). Lines after the first are indented, so that none looks like another
 * message.
 */
public final class LogTextConverter extends MessageConverter {
  private static final int LONGEST = 8 * 1024;

  @Override
  public String convert(ILoggingEvent event) {
    return text(super.convert(event));
  }

  static String text(String written) {
    return PrintableText.lines(written, LONGEST).replace("\n", System.lineSeparator() + "  ");
  }
}
