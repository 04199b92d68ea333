package io.sluice.demo;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ScreenshotAnimations;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/**
 * Takes the pictures of the documentation, where {@code -Dsluice.screenshots=write} asks for them.
 *
 * <p>They are reduced to the 256 commonest colours, half the size; screens have few others.
 */
final class Screenshots {
  private static final Path FOLDER = Path.of("..", "docs", "images");
  private static final int WIDTH = 1400;
  private static final int COLOURS = 256;

  private Screenshots() {}

  /** The top of the page, this many pixels of it. */
  static void take(Page page, String name, int height) {
    page.setViewportSize(WIDTH, height);
    byte[] png =
        page.screenshot(new Page.ScreenshotOptions().setAnimations(ScreenshotAnimations.DISABLED));
    if ("write".equals(System.getProperty("sluice.screenshots"))) {
      write(png, FOLDER.resolve(name));
    }
  }

  private static void write(byte[] png, Path file) {
    try {
      Files.createDirectories(FOLDER);
      ImageIO.write(reduced(ImageIO.read(new ByteArrayInputStream(png))), "png", file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
  }

  private static BufferedImage reduced(BufferedImage image) {
    int width = image.getWidth();
    int height = image.getHeight();
    int[] pixels = image.getRGB(0, 0, width, height, null, 0, width);
    Map<Integer, Integer> counts = new HashMap<>();
    for (int pixel : pixels) {
      counts.merge(pixel & 0xffffff, 1, Integer::sum);
    }
    List<Integer> palette =
        counts.keySet().stream()
            .sorted(Comparator.comparing(colour -> -counts.get(colour)))
            .limit(COLOURS)
            .toList();
    Map<Integer, Integer> nearest = new HashMap<>();
    BufferedImage result =
        new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, model(palette));
    for (int i = 0; i < pixels.length; i++) {
      int index = nearest.computeIfAbsent(pixels[i] & 0xffffff, colour -> nearest(palette, colour));
      result.getRaster().setSample(i % width, i / width, 0, index);
    }
    return result;
  }

  private static IndexColorModel model(List<Integer> palette) {
    int[] colours = palette.stream().mapToInt(colour -> colour).toArray();
    return new IndexColorModel(8, colours.length, colours, 0, false, -1, DataBuffer.TYPE_BYTE);
  }

  private static int nearest(List<Integer> palette, int colour) {
    int best = 0;
    for (int i = 1; i < palette.size(); i++) {
      if (distance(palette.get(i), colour) < distance(palette.get(best), colour)) {
        best = i;
      }
    }
    return best;
  }

  private static int distance(int left, int right) {
    int sum = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      int difference = (left >> shift & 0xff) - (right >> shift & 0xff);
      sum += difference * difference;
    }
    return sum;
  }
}
