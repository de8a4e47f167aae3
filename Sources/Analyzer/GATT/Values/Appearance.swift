/// What a device says it is: ten bits of category, six of subcategory (Assigned Numbers, 2.6).
enum Appearance {
  /// The subcategory, or the category for a generic one, and the number: `Sports Watch (0x00c1)`.
  static func text(_ value: UInt16) -> String {
    let number = ByteText.hex(value)
    guard let words = categories[value >> 6] else { return "unknown category \(value >> 6) (\(number))" }
    let subcategory = Int(value & 0x3F)
    if subcategory == 0 { return "\(words[0]) (\(number))" }
    guard subcategory < words.count, !words[subcategory].isEmpty else {
      return "\(words[0]), unknown subcategory \(subcategory) (\(number))"
    }
    return "\(words[0]): \(words[subcategory]) (\(number))"
  }

  /// Category, then its subcategories from 1 on.
  private static let categories: [UInt16: [Substring]] = {
    var categories: [UInt16: [Substring]] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: "|", omittingEmptySubsequences: false)
      guard let first = words.first, let number = UInt16(first, radix: 16) else { continue }
      categories[number] = Array(words.dropFirst())
    }
    return categories
  }()

  private static let table = """
    000|Unknown
    001|Phone
    002|Computer|Desktop Workstation|Server-class Computer|Laptop|Handheld PC/PDA (clamshell)|\
    Palm-size PC/PDA|Wearable Computer (watch size)|Tablet|Docking Station|All in One|Blade Server|\
    Convertible|Detachable|IoT Gateway|Mini PC|Stick PC
    003|Watch|Sports Watch|Smartwatch
    004|Clock
    005|Display
    006|Remote Control
    007|Eye-glasses
    008|Tag
    009|Keyring
    00a|Media Player
    00b|Barcode Scanner
    00c|Thermometer|Ear Thermometer
    00d|Heart Rate Sensor|Heart Rate Belt
    00e|Blood Pressure|Arm Blood Pressure|Wrist Blood Pressure
    00f|Human Interface Device|Keyboard|Mouse|Joystick|Gamepad|Digitizer Tablet|Card Reader|\
    Digital Pen|Barcode Scanner|Touchpad|Presentation Remote
    010|Glucose Meter
    011|Running Walking Sensor|In-Shoe Running Walking Sensor|On-Shoe Running Walking Sensor|\
    On-Hip Running Walking Sensor
    012|Cycling|Cycling Computer|Speed Sensor|Cadence Sensor|Power Sensor|Speed and Cadence Sensor
    013|Control Device|Switch|Multi-switch|Button|Slider|Rotary Switch|Touch Panel|Single Switch|\
    Double Switch|Triple Switch|Battery Switch|Energy Harvesting Switch|Push Button|Dial
    014|Network Device|Access Point|Mesh Device|Mesh Network Proxy
    015|Sensor|Motion Sensor|Air Quality Sensor|Temperature Sensor|Humidity Sensor|Leak Sensor|\
    Smoke Sensor|Occupancy Sensor|Contact Sensor|Carbon Monoxide Sensor|Carbon Dioxide Sensor|\
    Ambient Light Sensor|Energy Sensor|Color Light Sensor|Rain Sensor|Fire Sensor|Wind Sensor|\
    Proximity Sensor|Multi-Sensor|Flush Mounted Sensor|Ceiling Mounted Sensor|Wall Mounted Sensor|\
    Multisensor|Energy Meter|Flame Detector|Vehicle Tire Pressure Sensor
    016|Light Fixtures|Wall Light|Ceiling Light|Floor Light|Cabinet Light|Desk Light|Troffer Light|\
    Pendant Light|In-ground Light|Flood Light|Underwater Light|Bollard with Light|Pathway Light|\
    Garden Light|Pole-top Light|Spotlight|Linear Light|Street Light|Shelves Light|Bay Light|\
    Emergency Exit Light|Light Controller|Light Driver|Bulb|Low-bay Light|High-bay Light
    017|Fan|Ceiling Fan|Axial Fan|Exhaust Fan|Pedestal Fan|Desk Fan|Wall Fan
    018|HVAC|Thermostat|Humidifier|De-humidifier|Heater|Radiator|Boiler|Heat Pump|Infrared Heater|\
    Radiant Panel Heater|Fan Heater|Air Curtain
    019|Air Conditioning
    01a|Humidifier
    01b|Heating|Radiator|Boiler|Heat Pump|Infrared Heater|Radiant Panel Heater|Fan Heater|Air Curtain
    01c|Access Control|Access Door|Garage Door|Emergency Exit Door|Access Lock|Elevator|Window|\
    Entrance Gate|Door Lock|Locker
    01d|Motorized Device|Motorized Gate|Awning|Blinds or Shades|Curtains|Screen
    01e|Power Device|Power Outlet|Power Strip|Plug|Power Supply|LED Driver|Fluorescent Lamp Gear|\
    HID Lamp Gear|Charge Case|Power Bank
    01f|Light Source|Incandescent Light Bulb|LED Lamp|HID Lamp|Fluorescent Lamp|LED Array|\
    Multi-color LED Array|Low Voltage Halogen|Organic Light Emitting Diode (OLED)
    020|Window Covering|Window Shades|Window Blinds|Window Awning|Window Curtain|Exterior Shutter|\
    Exterior Screen
    021|Audio Sink|Standalone Speaker|Soundbar|Bookshelf Speaker|Standmounted Speaker|Speakerphone
    022|Audio Source|Microphone|Alarm|Bell|Horn|Broadcasting Device|Service Desk|Kiosk|\
    Broadcasting Room|Auditorium
    023|Motorized Vehicle|Car|Large Goods Vehicle|2-wheeled Vehicle|Motorbike|Scooter|Moped|\
    3-wheeled Vehicle|Light Vehicle|Quad Bike|Minibus|Bus|Trolley|Agricultural Vehicle|\
    Camper/Caravan|Recreational Vehicle/Motor Home
    024|Domestic Appliance|Refrigerator|Freezer|Oven|Microwave|Toaster|Washing Machine|Dryer|\
    Coffee Maker|Clothes Iron|Curling Iron|Hair Dryer|Vacuum Cleaner|Robotic Vacuum Cleaner|\
    Rice Cooker|Clothes Steamer
    025|Wearable Audio Device|Earbud|Headset|Headphones|Neck Band|Left Earbud|Right Earbud
    026|Aircraft|Light Aircraft|Microlight|Paraglider|Large Passenger Aircraft
    027|AV Equipment|Amplifier|Receiver|Radio|Tuner|Turntable|CD Player|DVD Player|Bluray Player|\
    Optical Disc Player|Set-top Box
    028|Display Equipment|Television|Monitor|Projector
    029|Hearing Aid|In-ear Hearing Aid|Behind-ear Hearing Aid|Cochlear Implant
    02a|Gaming|Home Video Game Console|Portable Handheld Console
    02b|Signage|Digital Signage|Electronic Label
    031|Pulse Oximeter|Fingertip Pulse Oximeter|Wrist Worn Pulse Oximeter
    032|Weight Scale
    033|Personal Mobility Device|Powered Wheelchair|Mobility Scooter
    034|Continuous Glucose Monitor
    035|Insulin Pump|Durable Pump|||Patch Pump||||Insulin Pen
    036|Medication Delivery
    037|Spirometer|Handheld Spirometer
    051|Outdoor Sports Activity|Location Display|Location and Navigation Display|Location Pod|\
    Location and Navigation Pod
    052|Industrial Measurement Device|Torque Testing Device|Caliper|Dial Indicator|Micrometer|\
    Height Gauge|Force Gauge
    053|Industrial Tools|Machine Tool Holder|Generic Clamping Device|Clamping Jaws/Jaw Chuck|\
    Clamping (Collet) Chuck|Clamping Mandrel|Vise|Zero-Point Clamping System|Torque Wrench|\
    Torque Screwdriver
    054|Cookware Device|Pot and Jugs|Pressure Cooker|Slow Cooker|Steam Cooker|Saucepan|Frying Pan|\
    Casserole|Dutch Oven|Grill Pan/Raclette Grill/Griddle Pan|Braising Pan|Wok Pan|Paella Pan|\
    Crepe Pan|Tagine|Fondue|Lid|Wired Probe|Wireless Probe|Baking Molds|Baking Tray
    """
}
