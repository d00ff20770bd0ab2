import SiderealPicture
import Testing

@Suite struct PictureTests {}
