// swift-format-ignore-file
// Made by Scripts/generate-assigned-numbers.py from bluetooth-numbers 1.1.2 and bleak 3.1.0; do not edit.
// The licences of the data are at the end of the file.

/// Names of assigned numbers as lines of a hexadecimal number or UUID, a space and the name.
enum AssignedNumbersTable {
  /// Services by UUID; from 0xFC00 on they are members', with the name of the member or the use.
  static let services = #"""
    1800 Generic Access
    1801 Generic Attribute
    1802 Immediate Alert
    1803 Link Loss
    1804 Tx Power
    1805 Current Time
    1806 Reference Time Update
    1807 Next DST Change
    1808 Glucose
    1809 Health Thermometer
    180a Device Information
    180d Heart Rate
    180e Phone Alert Status
    180f Battery
    1810 Blood Pressure
    1811 Alert Notification
    1812 Human Interface Device
    1813 Scan Parameters
    1814 Running Speed and Cadence
    1815 Automation IO
    1816 Cycling Speed and Cadence
    1818 Cycling Power
    1819 Location and Navigation
    181a Environmental Sensing
    181b Body Composition
    181c User Data
    181d Weight Scale
    181e Bond Management
    181f Continuous Glucose Monitoring
    1820 Internet Protocol Support
    1821 Indoor Positioning
    1822 Pulse Oximeter
    1823 HTTP Proxy
    1824 Transport Discovery
    1825 Object Transfer
    1826 Fitness Machine
    1827 Mesh Provisioning
    1828 Mesh Proxy
    1829 Reconnection Configuration
    183a Insulin Delivery
    183b Binary Sensor
    183c Emergency Configuration
    183d Authorization Control
    183e Physical Activity Monitor
    183f Elapsed Time
    1840 Generic Health Sensor
    1843 Audio Input Control
    1844 Volume Control
    1845 Volume Offset Control
    1846 Coordinated Set Identification
    1847 Device Time
    1848 Media Control
    1849 Generic Media Control
    184a Constant Tone Extension
    184b Telephone Bearer
    184c Generic Telephone Bearer
    184d Microphone Control
    184e Audio Stream Control
    184f Broadcast Audio Scan
    1850 Published Audio Capabilities
    1851 Basic Audio Announcement
    1852 Broadcast Audio Announcement
    1853 Common Audio
    1854 Hearing Access
    1855 Telephony and Media Audio
    1856 Public Broadcast Announcement
    1857 Electronic Shelf Label
    1858 Gaming Audio
    1859 Mesh Proxy Solicitation
    185a Industrial Measurement Device
    185b Ranging
    185c HID ISO
    fc75 Xiaomi Inc.
    fc76 Weber-Stephen Products LLC
    fc77 SING SUN TECHNOLOGY (INTERNATIONAL) LIMITED
    fc78 DHL
    fc79 LG Electronics Inc.
    fc7a Outshiny India Private Limited
    fc7b Testo SE & Co. KGaA
    fc7c Motorola Mobility, LLC
    fc7d MML US, Inc
    fc7e Harman International
    fc7f Southco
    fc80 TELE System Communications Pte. Ltd.
    fc81 Axon Enterprise, Inc.
    fc82 Zwift, Inc.
    fc83 iHealth Labs, Inc.
    fc84 NINGBO FOTILE KITCHENWARE CO., LTD.
    fc85 Zhejiang Huanfu Technology Co., LTD
    fc86 Samsara Networks, Inc
    fc87 Samsara Networks, Inc
    fc88 CCC del Uruguay
    fc89 Intel Corporation
    fc8a Intel Corporation
    fc8b Kaspersky Lab Middle East FZ-LLC
    fc8c SES-Imagotag
    fc8d Caire Inc.
    fc8e Blue Iris Labs, Inc.
    fc8f Bose Corporation
    fc90 Wiliot LTD.
    fc91 Samsung Electronics Co., Ltd.
    fc92 Furuno Electric Co., Ltd.
    fc93 Komatsu Ltd.
    fc94 Apple Inc.
    fc95 Hippo Camp Software Ltd.
    fc96 LEGO System A/S
    fc97 Japan Display Inc.
    fc98 Ruuvi Innovations Ltd.
    fc99 Badger Meter
    fc9a Plockat Solutions AB
    fc9b Merry Electronics (S) Pte Ltd
    fc9c Binary Power, Inc.
    fc9d Lenovo (Singapore) Pte Ltd.
    fc9e Dell Computer Corporation
    fc9f Delta Development Team, Inc
    fca0 Apple Inc.
    fca1 PF SCHWEISSTECHNOLOGIE GMBH
    fca2 Meizu Technology Co., Ltd.
    fca3 Gunnebo Aktiebolag
    fca4 HP Inc.
    fca5 HAYWARD INDUSTRIES, INC.
    fca6 Hubble Network Inc.
    fca7 Hubble Network Inc.
    fca8 Medtronic Inc.
    fca9 Medtronic Inc.
    fcaa Spintly, Inc.
    fcab IRISS INC.
    fcac IRISS INC.
    fcad Beijing 99help Safety Technology Co., Ltd
    fcae Imagine Marketing Limited
    fcaf AltoBeam Inc.
    fcb0 Ford Motor Company
    fcb1 Google LLC
    fcb2 Apple Inc.
    fcb3 SWEEN
    fcb4 OMRON HEALTHCARE Co., Ltd.
    fcb5 OMRON HEALTHCARE Co., Ltd.
    fcb6 OMRON HEALTHCARE Co., Ltd.
    fcb7 T-Mobile USA
    fcb8 Ribbiot, INC.
    fcb9 Lumi United Technology Co., Ltd
    fcba BlueID GmbH
    fcbb SharkNinja Operating LLC
    fcbc Drowsy Digital, Inc.
    fcbd Toshiba Corporation
    fcbe Musen Connect, Inc.
    fcbf ASSA ABLOY Opening Solutions Sweden AB
    fcc0 Xiaomi Inc.
    fcc1 TIMECODE SYSTEMS LIMITED
    fcc2 Qualcomm Technologies, Inc.
    fcc3 HP Inc.
    fcc4 OMRON(DALIAN) CO,.LTD.
    fcc5 OMRON(DALIAN) CO,.LTD.
    fcc6 Wiliot LTD.
    fcc7 PB INC.
    fcc8 Allthenticate, Inc.
    fcc9 SkyHawke Technologies
    fcca Cosmed s.r.l.
    fccb TOTO LTD.
    fccc Wi-Fi Easy Connect Specification
    fccd Zound Industries International AB
    fcce Luna Health, Inc.
    fccf Google LLC
    fcd0 Laerdal Medical AS
    fcd1 Shenzhen Benwei Media Co.,Ltd.
    fcd2 Allterco Robotics ltd
    fcd3 Fisher & Paykel Healthcare
    fcd4 OMRON HEALTHCARE
    fcd5 Nortek Security & Control
    fcd6 SWISSINNO SOLUTIONS AG
    fcd7 PowerPal Pty Ltd
    fcd8 Appex Factory S.L.
    fcd9 Huso, INC
    fcda Draeger
    fcdb aconno GmbH
    fcdc Amazon.com Services, LLC
    fcdd Mobilaris AB
    fcde ARCTOP, INC.
    fcdf NIO USA, Inc.
    fce0 Akciju sabiedriba "SAF TEHNIKA"
    fce1 Sony Group Corporation
    fce2 Baracoda Daily Healthtech
    fce3 Smith & Nephew Medical Limited
    fce4 Samsara Networks, Inc
    fce5 Samsara Networks, Inc
    fce6 Guard RFID Solutions Inc.
    fce7 TKH Security B.V.
    fce8 ITT Industries
    fce9 MindRhythm, Inc.
    fcea Chess Wise B.V.
    fceb Avi-On
    fcec Griffwerk GmbH
    fced Workaround Gmbh
    fcee Velentium, LLC
    fcef Divesoft s.r.o.
    fcf0 Security Enhancement Systems, LLC
    fcf1 Google LLC
    fcf2 Bitwards Oy
    fcf3 Armatura LLC
    fcf4 Allegion
    fcf5 Trident Communication Technology, LLC
    fcf6 The Linux Foundation
    fcf7 Honor Device Co., Ltd.
    fcf8 Honor Device Co., Ltd.
    fcf9 Leupold & Stevens, Inc.
    fcfa Leupold & Stevens, Inc.
    fcfb Shenzhen Benwei Media Co., Ltd.
    fcfc Barrot Technology Co.,Ltd.
    fcfd Barrot Technology Co.,Ltd.
    fcfe Sonova Consumer Hearing GmbH
    fcff 701x
    fd00 FUTEK Advanced Sensor Technology, Inc.
    fd01 Sanvita Medical Corporation
    fd02 LEGO System A/S
    fd03 Quuppa Oy
    fd04 Shure Inc.
    fd05 Qualcomm Technologies, Inc.
    fd06 RACE-AI LLC
    fd07 Swedlock AB
    fd08 Bull Group Incorporated Company
    fd09 Cousins and Sears LLC
    fd0a Luminostics, Inc.
    fd0b Luminostics, Inc.
    fd0c OSM HK Limited
    fd0d Blecon Advertising Service
    fd0e HerdDogg, Inc
    fd0f AEON MOTOR CO.,LTD.
    fd10 AEON MOTOR CO.,LTD.
    fd11 AEON MOTOR CO.,LTD.
    fd12 AEON MOTOR CO.,LTD.
    fd13 BRG Sports, Inc.
    fd14 BRG Sports, Inc.
    fd15 Panasonic Corporation
    fd16 Sensitech, Inc.
    fd17 LEGIC Identsystems AG
    fd18 LEGIC Identsystems AG
    fd19 Smith & Nephew Medical Limited
    fd1a CSIRO
    fd1b Helios Sports, Inc.
    fd1c Brady Worldwide Inc.
    fd1d Samsung Electronics Co., Ltd
    fd1e Plume Design Inc.
    fd1f 3M
    fd20 GN Hearing A/S
    fd21 Huawei Technologies Co., Ltd.
    fd22 Huawei Technologies Co., Ltd.
    fd23 DOM Sicherheitstechnik GmbH & Co. KG
    fd24 GD Midea Air-Conditioning Equipment Co., Ltd.
    fd25 GD Midea Air-Conditioning Equipment Co., Ltd.
    fd26 Novo Nordisk A/S
    fd27 Integrated Illumination Systems, Inc.
    fd28 Julius Blum GmbH
    fd29 Asahi Kasei Corporation
    fd2a Sony Corporation
    fd2b The Access Technologies
    fd2c The Access Technologies
    fd2d Xiaomi Inc.
    fd2e Bitstrata Systems Inc.
    fd2f Bitstrata Systems Inc.
    fd30 Sesam Solutions BV
    fd31 LG Electronics Inc.
    fd32 Gemalto Holding BV
    fd33 DashLogic, Inc.
    fd34 Aerosens LLC.
    fd35 Transsion Holdings Limited
    fd36 Google LLC
    fd37 TireCheck GmbH
    fd38 Danfoss A/S
    fd39 PREDIKTAS
    fd3a Verkada Inc.
    fd3b Verkada Inc.
    fd3c Redline Communications Inc.
    fd3d Woan Technology (Shenzhen) Co., Ltd.
    fd3e Pure Watercraft, inc.
    fd3f Cognosos, Inc
    fd40 Beflex Inc.
    fd41 Amazon Lab126
    fd42 Globe (Jiangsu) Co.,Ltd
    fd43 Apple Inc.
    fd44 Apple Inc.
    fd45 GB Solution co.,Ltd
    fd46 Lemco IKE
    fd47 Liberty Global Inc.
    fd48 Geberit International AG
    fd49 Panasonic Corporation
    fd4a Sigma Elektro GmbH
    fd4b Samsung Electronics Co., Ltd.
    fd4c Adolf Wuerth GmbH & Co KG
    fd4d 70mai Co.,Ltd.
    fd4e 70mai Co.,Ltd.
    fd4f SONITOR TECHNOLOGIES AS
    fd50 Hangzhou Tuya Information Technology Co., Ltd
    fd51 UTC Fire and Security
    fd52 UTC Fire and Security
    fd53 PCI Private Limited
    fd54 Qingdao Haier Technology Co., Ltd.
    fd55 Braveheart Wireless, Inc.
    fd56 Resmed Ltd
    fd57 Volvo Car Corporation
    fd58 Volvo Car Corporation
    fd59 Samsung Electronics Co., Ltd.
    fd5a Samsung Electronics Co., Ltd.
    fd5b V2SOFT INC.
    fd5c React Mobile
    fd5d maxon motor ltd.
    fd5e Tapkey GmbH
    fd5f Meta Platforms Technologies, LLC
    fd60 Sercomm Corporation
    fd61 Arendi AG
    fd62 Google LLC
    fd63 Google LLC
    fd64 INRIA
    fd65 Razer Inc.
    fd66 Zebra Technologies Corporation
    fd67 Montblanc Simplo GmbH
    fd68 Ubique Innovation AG
    fd69 Samsung Electronics Co., Ltd
    fd6a Emerson
    fd6b rapitag GmbH
    fd6c Samsung Electronics Co., Ltd.
    fd6d Sigma Elektro GmbH
    fd6e Polidea sp. z o.o.
    fd6f Exposure Notification Service
    fd70 GuangDong Oppo Mobile Telecommunications Corp., Ltd
    fd71 GN Hearing A/S
    fd72 Logitech International SA
    fd73 BRControls Products BV
    fd74 BRControls Products BV
    fd75 Insulet Corporation
    fd76 Insulet Corporation
    fd77 Withings
    fd78 Withings
    fd79 Withings
    fd7a Withings
    fd7b WYZE LABS, INC.
    fd7c Toshiba Information Systems(Japan) Corporation
    fd7d Center for Advanced Research Wernher Von Braun
    fd7e Samsung Electronics Co., Ltd.
    fd7f Husqvarna AB
    fd80 Phindex Technologies, Inc
    fd81 CANDY HOUSE, Inc.
    fd82 Sony Corporation
    fd83 iNFORM Technology GmbH
    fd84 Tile, Inc.
    fd85 Husqvarna AB
    fd86 Abbott
    fd87 Google LLC
    fd88 Urbanminded LTD
    fd89 Urbanminded LTD
    fd8a Signify Netherlands B.V.
    fd8b Jigowatts Inc.
    fd8c Google LLC
    fd8d quip NYC Inc.
    fd8e Motorola Solutions
    fd8f Matrix ComSec Pvt. Ltd.
    fd90 Guangzhou SuperSound Information Technology Co.,Ltd
    fd91 Groove X, Inc.
    fd92 Qualcomm Technologies International, Ltd. (QTIL)
    fd93 Bayerische Motoren Werke AG
    fd94 Hewlett Packard Enterprise
    fd95 Rigado
    fd96 Google LLC
    fd97 June Life, Inc.
    fd98 Disney Worldwide Services, Inc.
    fd99 ABB Oy
    fd9a Huawei Technologies Co., Ltd.
    fd9b Huawei Technologies Co., Ltd.
    fd9c Huawei Technologies Co., Ltd.
    fd9d Gastec Corporation
    fd9e The Coca-Cola Company
    fd9f VitalTech Affiliates LLC
    fda0 Secugen Corporation
    fda1 Groove X, Inc
    fda2 Groove X, Inc
    fda3 Inseego Corp.
    fda4 Inseego Corp.
    fda5 Neurostim OAB, Inc.
    fda6 WWZN Information Technology Company Limited
    fda7 WWZN Information Technology Company Limited
    fda8 PSA Peugeot Citroën
    fda9 Rhombus Systems, Inc.
    fdaa Xiaomi Inc.
    fdab Xiaomi Inc.
    fdac Tentacle Sync GmbH
    fdad Houwa System Design, k.k.
    fdae Houwa System Design, k.k.
    fdaf Wiliot LTD
    fdb0 Oura Health Ltd
    fdb1 Oura Health Ltd
    fdb2 Portable Multimedia Ltd
    fdb3 Audiodo AB
    fdb4 HP Inc
    fdb5 ECSG
    fdb6 GWA Hygiene GmbH
    fdb7 LivaNova USA Inc.
    fdb8 LivaNova USA Inc.
    fdb9 Comcast Cable Corporation
    fdba Comcast Cable Corporation
    fdbb Profoto
    fdbc Emerson
    fdbd Clover Network, Inc.
    fdbe California Things Inc.
    fdbf California Things Inc.
    fdc0 Hunter Douglas
    fdc1 Hunter Douglas
    fdc2 Baidu Online Network Technology (Beijing) Co., Ltd
    fdc3 Baidu Online Network Technology (Beijing) Co., Ltd
    fdc4 Simavita (Aust) Pty Ltd
    fdc5 Automatic Labs
    fdc6 Eli Lilly and Company
    fdc7 Eli Lilly and Company
    fdc8 Hach - Danaher
    fdc9 Busch-Jaeger Elektro GmbH
    fdca Fortin Electronic Systems
    fdcb Meggitt SA
    fdcc Shoof Technologies
    fdcd Qingping Technology (Beijing) Co., Ltd.
    fdce SENNHEISER electronic GmbH & Co. KG
    fdcf Nalu Medical, Inc
    fdd0 Huawei Technologies Co., Ltd
    fdd1 Huawei Technologies Co., Ltd
    fdd2 Bose Corporation
    fdd3 FUBA Automotive Electronics GmbH
    fdd4 LX Solutions Pty Limited
    fdd5 Brompton Bicycle Ltd
    fdd6 Ministry of Supply
    fdd7 Emerson
    fdd8 Jiangsu Teranovo Tech Co., Ltd.
    fdd9 Jiangsu Teranovo Tech Co., Ltd.
    fdda MHCS
    fddb Samsung Electronics Co., Ltd.
    fddc 4iiii Innovations Inc.
    fddd Arch Systems Inc
    fdde Noodle Technology Inc.
    fddf Harman International
    fde0 John Deere
    fde1 Fortin Electronic Systems
    fde2 Google LLC
    fde3 Abbott Diabetes Care
    fde4 JUUL Labs, Inc.
    fde5 SMK Corporation
    fde6 Intelletto Technologies Inc
    fde7 SECOM Co., LTD
    fde8 Robert Bosch GmbH
    fde9 Spacesaver Corporation
    fdea SeeScan, Inc
    fdeb Syntronix Corporation
    fdec Mannkind Corporation
    fded Pole Star
    fdee Huawei Technologies Co., Ltd.
    fdef ART AND PROGRAM, INC.
    fdf0 Google LLC
    fdf1 LAMPLIGHT Co.,Ltd
    fdf2 AMICCOM Electronics Corporation
    fdf3 Amersports
    fdf4 O. E. M. Controls, Inc.
    fdf5 Milwaukee Electric Tools
    fdf6 AIAIAI ApS
    fdf7 HP Inc.
    fdf8 Onvocal
    fdf9 INIA
    fdfa Tandem Diabetes Care
    fdfb Tandem Diabetes Care
    fdfc Optrel AG
    fdfd RecursiveSoft Inc.
    fdfe ADHERIUM(NZ) LIMITED
    fdff OSRAM GmbH
    fe00 Amazon.com Services, Inc.
    fe01 Duracell U.S. Operations Inc.
    fe02 Robert Bosch GmbH
    fe03 Amazon.com Services, Inc.
    fe04 Motorola Solutions, Inc.
    fe05 CORE Transport Technologies NZ Limited
    fe06 Qualcomm Technologies, Inc.
    fe07 Sonos, Inc.
    fe08 Microsoft
    fe09 Pillsy, Inc.
    fe0a ruwido austria gmbh
    fe0b ruwido austria gmbh
    fe0c Procter & Gamble
    fe0d Procter & Gamble
    fe0e Setec Pty Ltd
    fe0f Signify Netherlands B.V. (formerly Philips Lighting) Service
    fe10 LAPIS Technology Co., Ltd.
    fe11 GMC-I Messtechnik GmbH
    fe12 M-Way Solutions GmbH
    fe13 Apple Inc.
    fe14 Flextronics International USA Inc.
    fe15 Amazon.com Services, Inc..
    fe16 Footmarks, Inc.
    fe17 Telit Wireless Solutions GmbH
    fe18 Runtime, Inc.
    fe19 Google LLC
    fe1a Tyto Life LLC
    fe1b Tyto Life LLC
    fe1c NetMedia, Inc.
    fe1d Illuminati Instrument Corporation
    fe1e LAMPLIGHT Co., Ltd.
    fe1f Garmin International, Inc.
    fe20 Emerson
    fe21 Bose Corporation
    fe22 Zoll Medical Corporation
    fe23 Zoll Medical Corporation
    fe24 August Home Inc
    fe25 Apple, Inc.
    fe26 Google LLC
    fe27 Google LLC
    fe28 Ayla Networks
    fe29 Gibson Innovations
    fe2a DaisyWorks, Inc.
    fe2b ITT Industries
    fe2c Fast Pair Service
    fe2d LAMPLIGHT Co., Ltd.
    fe2e ERi,Inc.
    fe2f CRESCO Wireless, Inc
    fe30 Volkswagen AG
    fe31 Volkswagen AG
    fe32 Pro-Mark, Inc.
    fe33 CHIPOLO d.o.o.
    fe34 SmallLoop LLC
    fe35 HUAWEI Technologies Co., Ltd
    fe36 HUAWEI Technologies Co., Ltd
    fe37 Spaceek LTD
    fe38 Spaceek LTD
    fe39 TTS Tooltechnic Systems AG & Co. KG
    fe3a TTS Tooltechnic Systems AG & Co. KG
    fe3b Dolby Laboratories
    fe3c alibaba
    fe3d BD Medical
    fe3e BD Medical
    fe3f Friday Labs Limited
    fe40 Inugo Systems Limited
    fe41 Inugo Systems Limited
    fe42 Nets A/S
    fe43 Andreas Stihl AG & Co. KG
    fe44 SK Telecom
    fe45 Snapchat Inc
    fe46 B&O Play A/S
    fe47 General Motors
    fe48 General Motors
    fe49 SenionLab AB
    fe4a OMRON HEALTHCARE Co., Ltd.
    fe4b Signify Netherlands B.V. (formerly Philips Lighting B.V.)
    fe4c Volkswagen AG
    fe4d Casambi Technologies Oy
    fe4e NTT docomo
    fe4f Molekule, Inc.
    fe50 Google LLC
    fe51 SRAM
    fe52 SetPoint Medical
    fe53 3M
    fe54 Motiv, Inc.
    fe55 Google LLC
    fe56 Google LLC
    fe57 Dotted Labs
    fe58 Nordic Semiconductor ASA
    fe59 Secure DFU Service
    fe5a Cronologics Corporation
    fe5b GT-tronics HK Ltd
    fe5c million hunters GmbH
    fe5d Grundfos A/S
    fe5e Plastc Corporation
    fe5f Eyefi, Inc.
    fe60 Lierda Science & Technology Group Co., Ltd.
    fe61 Logitech International SA
    fe62 Indagem Tech LLC
    fe63 Connected Yard, Inc.
    fe64 Siemens AG
    fe65 CHIPOLO d.o.o.
    fe66 Intel Corporation
    fe67 Lab Sensor Solutions
    fe68 Capsle Technologies Inc.
    fe69 Capsle Technologies Inc.
    fe6a Kontakt Micro-Location Sp. z o.o.
    fe6b TASER International, Inc.
    fe6c TASER International, Inc.
    fe6d The University of Tokyo
    fe6e The University of Tokyo
    fe6f LINE Corporation
    fe70 Beijing Jingdong Century Trading Co., Ltd.
    fe71 Plume Design Inc
    fe72 Abbott (formerly St. Jude Medical, Inc.)
    fe73 Abbott (formerly St. Jude Medical, Inc.)
    fe74 unwire
    fe75 TangoMe
    fe76 TangoMe
    fe77 Hewlett-Packard Company
    fe78 Hewlett-Packard Company
    fe79 Zebra Technologies
    fe7a Bragi GmbH
    fe7b Orion Labs, Inc.
    fe7c Telit Wireless Solutions (Formerly Stollmann E+V GmbH)
    fe7d Aterica Health Inc.
    fe7e Awear Solutions Ltd
    fe7f Doppler Lab
    fe80 Doppler Lab
    fe81 Medtronic Inc.
    fe82 Medtronic Inc.
    fe83 Blue Bite
    fe84 RF Digital Corp
    fe85 RF Digital Corp
    fe86 HUAWEI Technologies Co., Ltd
    fe87 Qingdao Yeelink Information Technology Co., Ltd. ( 青岛亿联客信息技术有限公司 )
    fe88 SALTO SYSTEMS S.L.
    fe89 B&O Play A/S
    fe8a Apple, Inc.
    fe8b Apple, Inc.
    fe8c TRON Forum
    fe8d Interaxon Inc.
    fe8e ARM Ltd
    fe8f CSR
    fe90 JUMA
    fe91 Shanghai Imilab Technology Co.,Ltd
    fe92 Jarden Safety & Security
    fe93 OttoQ In
    fe94 OttoQ In
    fe95 Xiaomi Inc.
    fe96 Tesla Motors Inc.
    fe97 Tesla Motors Inc.
    fe98 Currant Inc
    fe99 Currant Inc
    fe9a Estimote
    fe9b Samsara Networks, Inc
    fe9c GSI Laboratories, Inc.
    fe9d Mobiquity Networks Inc
    fe9e Dialog Semiconductor B.V.
    fe9f Google LLC
    fea0 Google LLC
    fea1 Intrepid Control Systems, Inc.
    fea2 Intrepid Control Systems, Inc.
    fea3 ITT Industries
    fea4 Paxton Access Ltd
    fea5 GoPro, Inc.
    fea6 GoPro, Inc.
    fea7 UTC Fire and Security
    fea8 Savant Systems LLC
    fea9 Savant Systems LLC
    feaa Eddystone
    feab Nokia
    feac Nokia
    fead Nokia
    feae Nokia
    feaf Nest Labs Inc
    feb0 Nest Labs Inc
    feb1 Electronics Tomorrow Limited
    feb2 Microsoft Corporation
    feb3 Taobao
    feb4 WiSilica Inc.
    feb5 WiSilica Inc.
    feb6 Vencer Co., Ltd
    feb7 Meta Platforms, Inc.
    feb8 Meta Platforms, Inc.
    feb9 LG Electronics
    feba Tencent Holdings Limited
    febb File Transfer Service by Adafruit
    febc Dexcom Inc
    febd Clover Network, Inc
    febe Bose Corporation
    febf Nod, Inc.
    fec0 KDDI Corporation
    fec1 KDDI Corporation
    fec2 Blue Spark Technologies, Inc.
    fec3 360fly, Inc.
    fec4 PLUS Location Systems
    fec5 Realtek Semiconductor Corp.
    fec6 Kocomojo, LLC
    fec7 Apple, Inc.
    fec8 Apple, Inc.
    fec9 Apple, Inc.
    feca Apple, Inc.
    fecb Apple, Inc.
    fecc Apple, Inc.
    fecd Apple, Inc.
    fece Apple, Inc.
    fecf Apple, Inc.
    fed0 Apple, Inc.
    fed1 Apple, Inc.
    fed2 Apple, Inc.
    fed3 Apple, Inc.
    fed4 Apple, Inc.
    fed5 Plantronics Inc.
    fed6 Broadcom
    fed7 Broadcom
    fed8 Google LLC
    fed9 Pebble Technology Corporation
    feda ISSC Technologies Corp.
    fedb Perka, Inc.
    fedc Jawbone
    fedd Jawbone
    fede Coin, Inc.
    fedf Design SHIFT
    fee0 Anhui Huami Information Technology Co., Ltd.
    fee1 Anhui Huami Information Technology Co., Ltd.
    fee2 Anki, Inc.
    fee3 Anki, Inc.
    fee4 Nordic Semiconductor ASA
    fee5 Nordic Semiconductor ASA
    fee6 Silvair, Inc.
    fee7 Tencent Holdings Limited.
    fee8 Quintic Corp.
    fee9 Quintic Corp.
    feea Swirl Networks, Inc.
    feeb Swirl Networks, Inc.
    feec Tile, Inc.
    feed Tile, Inc.
    feee Polar Electro Oy
    feef Polar Electro Oy
    fef0 Intel
    fef1 CSR
    fef2 CSR
    fef3 Google LLC
    fef4 Google LLC
    fef5 Dialog Semiconductor GmbH
    fef6 Wicentric, Inc.
    fef7 Aplix Corporation
    fef8 Aplix Corporation
    fef9 PayPal, Inc.
    fefa PayPal, Inc.
    fefb Telit Wireless Solutions (Formerly Stollmann E+V GmbH)
    fefc Gimbal, Inc.
    fefd Gimbal, Inc.
    fefe GN Hearing A/S
    feff GN Netcom
    ffef Wi-Fi Direct Specification
    fff0 Public Key Open Credential (PKOC)
    fff1 ICCE Digital Key
    fff2 Aliro
    fff3 FiRa Consortium
    fff4 FiRa Consortium
    fff5 Car Connectivity Consortium, LLC
    fff6 Matter Profile ID
    fff7 Zigbee Direct
    fff8 Mopria Alliance BLE
    fff9 FIDO2 secure client-to-authenticator transport
    fffa ASTM Remote ID
    fffb Direct Thread Commissioning
    fffc Wireless Power Transfer (WPT)
    fffd Universal Second Factor Authenticator
    fffe Wireless Power Transfer
    00001523-1212-efde-1523-785feabcd123 Nordic LED and Button Service
    00001530-1212-efde-1523-785feabcd123 Legacy DFU Service
    00001623-1212-efde-1623-785feabcd123 LEGO® Wireless Protocol v3 Hub Service
    00001625-1212-efde-1623-785feabcd123 LEGO® Wireless Protocol v3 Bootloader Service
    0fda92b2-44a2-4af2-84f5-fa682baa2b8d Helium Hotspot Custom Service
    54220000-f6a5-4007-a371-722f4ebd8436 Memfault Diagnostic Service
    57a70000-9350-11ed-a1eb-0242ac120002 Nordic Status Message Service
    6e400001-b5a3-f393-e0a9-e50e24dcca9e Nordic UART Service
    7905f431-b5ce-4e99-a40f-4b1e122d00d0 Apple Notification Center Service
    7dfc6000-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Service
    7dfc7000-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Service
    7dfc8000-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Service
    7dfc9000-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Service
    89d3502b-0f36-433a-8ef4-c502ad55f8dc Apple Media Service
    8d53dc1d-1db7-4cd3-868b-8a527460aa84 SMP Service
    8e400001-f315-4f60-9fb8-838830daea50 Experimental Buttonless DFU Service
    932c32bd-0000-47a2-835a-a8d455b859dd Philips Hue Light Control Service
    a3c87500-8ed3-4bdf-8a39-a01bebede295 Eddystone Configuration Service
    adaf0100-c332-42a8-93bd-25e905756cb8 Adafruit Temperature Service
    adaf0200-c332-42a8-93bd-25e905756cb8 Adafruit Accelerometer Service
    adaf0300-c332-42a8-93bd-25e905756cb8 Adafruit Light Service
    adaf0400-c332-42a8-93bd-25e905756cb8 Adafruit Gyroscope Service
    adaf0500-c332-42a8-93bd-25e905756cb8 Adafruit Magnetometer Service
    adaf0600-c332-42a8-93bd-25e905756cb8 Adafruit Button Service
    adaf0700-c332-42a8-93bd-25e905756cb8 Adafruit Humidity Service
    adaf0800-c332-42a8-93bd-25e905756cb8 Adafruit Barometric Service
    adaf0900-c332-42a8-93bd-25e905756cb8 Adafruit Addressable Service
    adaf0a00-c332-42a8-93bd-25e905756cb8 Adafruit Color Service
    adaf0b00-c332-42a8-93bd-25e905756cb8 Adafruit Sound Service
    adaf0c00-c332-42a8-93bd-25e905756cb8 Adafruit Tone Service
    adaf0d00-c332-42a8-93bd-25e905756cb8 Adafruit Quaternion Service
    adaf0e00-c332-42a8-93bd-25e905756cb8 Adafruit Proximity Service
    b8843add-0000-4aa1-8794-c3f462030bda Philips Hue Light Update Service
    e2a00001-ec31-4ec3-a97a-1c34d87e9878 Edge Impulse Remote Management Service
    e95d0753-251d-470a-a062-fa1922dfa9a8 micro:bit Accelerometer Service
    e95d127b-251d-470a-a062-fa1922dfa9a8 micro:bit IO Pin Service
    e95d6100-251d-470a-a062-fa1922dfa9a8 micro:bit Temperature Service
    e95d93af-251d-470a-a062-fa1922dfa9a8 micro:bit Event Service
    e95d93b0-251d-470a-a062-fa1922dfa9a8 micro:bit DFU Control Service
    e95d9882-251d-470a-a062-fa1922dfa9a8 micro:bit Button Service
    e95dd91d-251d-470a-a062-fa1922dfa9a8 micro:bit LED Service
    e95df2d8-251d-470a-a062-fa1922dfa9a8 micro:bit Magnetometer Service
    ef680100-9b35-4933-9b10-52ffa9740042 Thingy Configuration Service
    ef680200-9b35-4933-9b10-52ffa9740042 Thingy Weather Station Service
    ef680300-9b35-4933-9b10-52ffa9740042 Thingy UI Service
    ef680400-9b35-4933-9b10-52ffa9740042 Thingy Motion Service
    ef680500-9b35-4933-9b10-52ffa9740042 Thingy Sound Service
    f000ffc0-0451-4000-b000-000000000000 Texas Instruments Over-the-Air Download (OAD) Service
    """#

  /// Characteristics by UUID.
  static let characteristics = #"""
    1233 Deprecated Fast Pair Model ID
    1234 Deprecated Fast Pair Key-based Pairing
    1235 Deprecated Fast Pair Passkey
    1236 Deprecated Fast Pair Account Key
    1237 Deprecated Fast Pair Data
    2a00 Device Name
    2a01 Appearance
    2a02 Peripheral Privacy Flag
    2a03 Reconnection Address
    2a04 Peripheral Preferred Connection Parameters
    2a05 Service Changed
    2a06 Alert Level
    2a07 Tx Power Level
    2a08 Date Time
    2a09 Day of Week
    2a0a Day Date Time
    2a0b Exact Time 100
    2a0c Exact Time 256
    2a0d DST Offset
    2a0e Time Zone
    2a0f Local Time Information
    2a10 Secondary Time Zone
    2a11 Time with DST
    2a12 Time Accuracy
    2a13 Time Source
    2a14 Reference Time Information
    2a15 Time Broadcast
    2a16 Time Update Control Point
    2a17 Time Update State
    2a18 Glucose Measurement
    2a19 Battery Level
    2a1a Battery Power State
    2a1b Battery Level State
    2a1c Temperature Measurement
    2a1d Temperature Type
    2a1e Intermediate Temperature
    2a1f Temperature Celsius
    2a20 Temperature Fahrenheit
    2a21 Measurement Interval
    2a22 Boot Keyboard Input Report
    2a23 System ID
    2a24 Model Number String
    2a25 Serial Number String
    2a26 Firmware Revision String
    2a27 Hardware Revision String
    2a28 Software Revision String
    2a29 Manufacturer Name String
    2a2a IEEE 11073-20601 Regulatory Certification Data List
    2a2b Current Time
    2a2c Magnetic Declination
    2a2f Position 2D
    2a30 Position 3D
    2a31 Scan Refresh
    2a32 Boot Keyboard Output Report
    2a33 Boot Mouse Input Report
    2a34 Glucose Measurement Context
    2a35 Blood Pressure Measurement
    2a36 Intermediate Cuff Pressure
    2a37 Heart Rate Measurement
    2a38 Body Sensor Location
    2a39 Heart Rate Control Point
    2a3a Removable
    2a3b Service Required
    2a3c Scientific Temperature Celsius
    2a3d String
    2a3e Network Availability
    2a3f Alert Status
    2a40 Ringer Control Point
    2a41 Ringer Setting
    2a42 Alert Category ID Bit Mask
    2a43 Alert Category ID
    2a44 Alert Notification Control Point
    2a45 Unread Alert Status
    2a46 New Alert
    2a47 Supported New Alert Category
    2a48 Supported Unread Alert Category
    2a49 Blood Pressure Feature
    2a4a HID Information
    2a4b Report Map
    2a4c HID Control Point
    2a4d Report
    2a4e Protocol Mode
    2a4f Scan Interval Window
    2a50 PnP ID
    2a51 Glucose Feature
    2a52 Record Access Control Point
    2a53 RSC Measurement
    2a54 RSC Feature
    2a55 SC Control Point
    2a56 Digital
    2a57 Digital Output
    2a58 Analog
    2a59 Analog Output
    2a5a Aggregate
    2a5b CSC Measurement
    2a5c CSC Feature
    2a5d Sensor Location
    2a5e PLX Spot-Check Measurement
    2a5f PLX Continuous Measurement
    2a60 PLX Features
    2a62 Pulse Oximetry Control Point
    2a63 Cycling Power Measurement
    2a64 Cycling Power Vector
    2a65 Cycling Power Feature
    2a66 Cycling Power Control Point
    2a67 Location and Speed
    2a68 Navigation
    2a69 Position Quality
    2a6a LN Feature
    2a6b LN Control Point
    2a6c Elevation
    2a6d Pressure
    2a6e Temperature
    2a6f Humidity
    2a70 True Wind Speed
    2a71 True Wind Direction
    2a72 Apparent Wind Speed
    2a73 Apparent Wind Direction
    2a74 Gust Factor
    2a75 Pollen Concentration
    2a76 UV Index
    2a77 Irradiance
    2a78 Rainfall
    2a79 Wind Chill
    2a7a Heat Index
    2a7b Dew Point
    2a7c Trend
    2a7d Descriptor Value Changed
    2a7e Aerobic Heart Rate Lower Limit
    2a7f Aerobic Threshold
    2a80 Age
    2a81 Anaerobic Heart Rate Lower Limit
    2a82 Anaerobic Heart Rate Upper Limit
    2a83 Anaerobic Threshold
    2a84 Aerobic Heart Rate Upper Limit
    2a85 Date of Birth
    2a86 Date of Threshold Assessment
    2a87 Email Address
    2a88 Fat Burn Heart Rate Lower Limit
    2a89 Fat Burn Heart Rate Upper Limit
    2a8a First Name
    2a8b Five Zone Heart Rate Limits
    2a8c Gender
    2a8d Heart Rate Max
    2a8e Height
    2a8f Hip Circumference
    2a90 Last Name
    2a91 Maximum Recommended Heart Rate
    2a92 Resting Heart Rate
    2a93 Sport Type for Aerobic and Anaerobic Thresholds
    2a94 Three Zone Heart Rate Limits
    2a95 Two Zone Heart Rate Limits
    2a96 VO2 Max
    2a97 Waist Circumference
    2a98 Weight
    2a99 Database Change Increment
    2a9a User Index
    2a9b Body Composition Feature
    2a9c Body Composition Measurement
    2a9d Weight Measurement
    2a9e Weight Scale Feature
    2a9f User Control Point
    2aa0 Magnetic Flux Density - 2D
    2aa1 Magnetic Flux Density - 3D
    2aa2 Language
    2aa3 Barometric Pressure Trend
    2aa4 Bond Management Control Point
    2aa5 Bond Management Feature
    2aa6 Central Address Resolution
    2aa7 CGM Measurement
    2aa8 CGM Feature
    2aa9 CGM Status
    2aaa CGM Session Start Time
    2aab CGM Session Run Time
    2aac CGM Specific Ops Control Point
    2aad Indoor Positioning Configuration
    2aae Latitude
    2aaf Longitude
    2ab0 Local North Coordinate
    2ab1 Local East Coordinate
    2ab2 Floor Number
    2ab3 Altitude
    2ab4 Uncertainty
    2ab5 Location Name
    2ab6 URI
    2ab7 HTTP Headers
    2ab8 HTTP Status Code
    2ab9 HTTP Entity Body
    2aba HTTP Control Point
    2abb HTTPS Security
    2abc TDS Control Point
    2abd OTS Feature
    2abe Object Name
    2abf Object Type
    2ac0 Object Size
    2ac1 Object First-Created
    2ac2 Object Last-Modified
    2ac3 Object ID
    2ac4 Object Properties
    2ac5 Object Action Control Point
    2ac6 Object List Control Point
    2ac7 Object List Filter
    2ac8 Object Changed
    2ac9 Resolvable Private Address Only
    2acc Fitness Machine Feature
    2acd Treadmill Data
    2ace Cross Trainer Data
    2acf Step Climber Data
    2ad0 Stair Climber Data
    2ad1 Rower Data
    2ad2 Indoor Bike Data
    2ad3 Training Status
    2ad4 Supported Speed Range
    2ad5 Supported Inclination Range
    2ad6 Supported Resistance Level Range
    2ad7 Supported Heart Rate Range
    2ad8 Supported Power Range
    2ad9 Fitness Machine Control Point
    2ada Fitness Machine Status
    2adb Mesh Provisioning Data In
    2adc Mesh Provisioning Data Out
    2add Mesh Proxy Data In
    2ade Mesh Proxy Data Out
    2ae0 Average Current
    2ae1 Average Voltage
    2ae2 Boolean
    2ae3 Chromatic Distance From Planckian
    2ae4 Chromaticity Coordinates
    2ae5 Chromaticity In CCT And Duv Values
    2ae6 Chromaticity Tolerance
    2ae7 CIE 13.3-1995 Color Rendering Index
    2ae8 Coefficient
    2ae9 Correlated Color Temperature
    2aea Count 16
    2aeb Count 24
    2aec Country Code
    2aed Date UTC
    2aee Electric Current
    2aef Electric Current Range
    2af0 Electric Current Specification
    2af1 Electric Current Statistics
    2af2 Energy
    2af3 Energy In A Period Of Day
    2af4 Event Statistics
    2af5 Fixed String 16
    2af6 Fixed String 24
    2af7 Fixed String 36
    2af8 Fixed String 8
    2af9 Generic Level
    2afa Global Trade Item Number
    2afb Illuminance
    2afc Luminous Efficacy
    2afd Luminous Energy
    2afe Luminous Exposure
    2aff Luminous Flux
    2b00 Luminous Flux Range
    2b01 Luminous Intensity
    2b02 Mass Flow
    2b03 Perceived Lightness
    2b04 Percentage 8
    2b05 Power
    2b06 Power Specification
    2b07 Relative Runtime In A Current Range
    2b08 Relative Runtime In A Generic Level Range
    2b09 Relative Value In A Voltage Range
    2b0a Relative Value In An Illuminance Range
    2b0b Relative Value In A Period Of Day
    2b0c Relative Value In A Temperature Range
    2b0d Temperature 8
    2b0e Temperature 8 In A Period Of Day
    2b0f Temperature 8 Statistics
    2b10 Temperature Range
    2b11 Temperature Statistics
    2b12 Time Decihour 8
    2b13 Time Exponential 8
    2b14 Time Hour 24
    2b15 Time Millisecond 24
    2b16 Time Second 16
    2b17 Time Second 8
    2b18 Voltage
    2b19 Voltage Specification
    2b1a Voltage Statistics
    2b1b Volume Flow
    2b1c Chromaticity Coordinate
    2b1d RC Feature
    2b1e RC Settings
    2b1f Reconnection Configuration Control Point
    2b20 IDD Status Changed
    2b21 IDD Status
    2b22 IDD Annunciation Status
    2b23 IDD Features
    2b24 IDD Status Reader Control Point
    2b25 IDD Command Control Point
    2b26 IDD Command Data
    2b27 IDD Record Access Control Point
    2b28 IDD History Data
    2b29 Client Supported Features
    2b2a Database Hash
    2b2b BSS Control Point
    2b2c BSS Response
    2b2d Emergency ID
    2b2e Emergency Text
    2b2f ACS Status
    2b30 ACS Data In
    2b31 ACS Data Out Notify
    2b32 ACS Data Out Indicate
    2b33 ACS Control Point
    2b34 Enhanced Blood Pressure Measurement
    2b35 Enhanced Intermediate Cuff Pressure
    2b36 Blood Pressure Record
    2b37 Registered User
    2b38 BR-EDR Handover Data
    2b39 Bluetooth SIG Data
    2b3a Server Supported Features
    2b3b Physical Activity Monitor Features
    2b3c General Activity Instantaneous Data
    2b3d General Activity Summary Data
    2b3e CardioRespiratory Activity Instantaneous Data
    2b3f CardioRespiratory Activity Summary Data
    2b40 Step Counter Activity Summary Data
    2b41 Sleep Activity Instantaneous Data
    2b42 Sleep Activity Summary Data
    2b43 Physical Activity Monitor Control Point
    2b44 Physical Activity Current Session
    2b45 Physical Activity Session Descriptor
    2b46 Preferred Units
    2b47 High Resolution Height
    2b48 Middle Name
    2b49 Stride Length
    2b4a Handedness
    2b4b Device Wearing Position
    2b4c Four Zone Heart Rate Limits
    2b4d High Intensity Exercise Threshold
    2b4e Activity Goal
    2b4f Sedentary Interval Notification
    2b50 Caloric Intake
    2b51 TMAP Role
    2b77 Audio Input State
    2b78 Gain Settings Attribute
    2b79 Audio Input Type
    2b7a Audio Input Status
    2b7b Audio Input Control Point
    2b7c Audio Input Description
    2b7d Volume State
    2b7e Volume Control Point
    2b7f Volume Flags
    2b80 Volume Offset State
    2b81 Audio Location
    2b82 Volume Offset Control Point
    2b83 Audio Output Description
    2b84 Set Identity Resolving Key
    2b85 Coordinated Set Size
    2b86 Set Member Lock
    2b87 Set Member Rank
    2b88 Encrypted Data Key Material
    2b89 Apparent Energy 32
    2b8a Apparent Power
    2b8b Live Health Observations
    2b8c CO2 Concentration
    2b8d Cosine of the Angle
    2b8e Device Time Feature
    2b8f Device Time Parameters
    2b90 Device Time
    2b91 Device Time Control Point
    2b92 Time Change Log Data
    2b93 Media Player Name
    2b94 Media Player Icon Object ID
    2b95 Media Player Icon URL
    2b96 Track Changed
    2b97 Track Title
    2b98 Track Duration
    2b99 Track Position
    2b9a Playback Speed
    2b9b Seeking Speed
    2b9c Current Track Segments Object ID
    2b9d Current Track Object ID
    2b9e Next Track Object ID
    2b9f Parent Group Object ID
    2ba0 Current Group Object ID
    2ba1 Playing Order
    2ba2 Playing Orders Supported
    2ba3 Media State
    2ba4 Media Control Point
    2ba5 Media Control Point Opcodes Supported
    2ba6 Search Results Object ID
    2ba7 Search Control Point
    2ba8 Energy 32
    2ba9 Media Player Icon Object Type
    2baa Track Segments Object Type
    2bab Track Object Type
    2bac Group Object Type
    2bad Constant Tone Extension Enable
    2bae Advertising Constant Tone Extension Minimum Length
    2baf Advertising Constant Tone Extension Minimum Transmit Count
    2bb0 Advertising Constant Tone Extension Transmit Duration
    2bb1 Advertising Constant Tone Extension Interval
    2bb2 Advertising Constant Tone Extension PHY
    2bb3 Bearer Provider Name
    2bb4 Bearer UCI
    2bb5 Bearer Technology
    2bb6 Bearer URI Schemes Supported List
    2bb7 Bearer Signal Strength
    2bb8 Bearer Signal Strength Reporting Interval
    2bb9 Bearer List Current Calls
    2bba Content Control ID
    2bbb Status Flags
    2bbc Incoming Call Target Bearer URI
    2bbd Call State
    2bbe Call Control Point
    2bbf Call Control Point Optional Opcodes
    2bc0 Termination Reason
    2bc1 Incoming Call
    2bc2 Call Friendly Name
    2bc3 Mute
    2bc4 Sink ASE
    2bc5 Source ASE
    2bc6 ASE Control Point
    2bc7 Broadcast Audio Scan Control Point
    2bc8 Broadcast Receive State
    2bc9 Sink PAC
    2bca Sink Audio Locations
    2bcb Source PAC
    2bcc Source Audio Locations
    2bcd Available Audio Contexts
    2bce Supported Audio Contexts
    2bcf Ammonia Concentration
    2bd0 Carbon Monoxide Concentration
    2bd1 Methane Concentration
    2bd2 Nitrogen Dioxide Concentration
    2bd3 Non-Methane Volatile Organic Compounds Concentration
    2bd4 Ozone Concentration
    2bd5 Particulate Matter - PM1 Concentration
    2bd6 Particulate Matter - PM2.5 Concentration
    2bd7 Particulate Matter - PM10 Concentration
    2bd8 Sulfur Dioxide Concentration
    2bd9 Sulfur Hexafluoride Concentration
    2bda Hearing Aid Features
    2bdb Hearing Aid Preset Control Point
    2bdc Active Preset Index
    2bdd Stored Health Observations
    2bde Fixed String 64
    2bdf High Temperature
    2be0 High Voltage
    2be1 Light Distribution
    2be2 Light Output
    2be3 Light Source Type
    2be4 Noise
    2be5 Relative Runtime in a Correlated Color Temperature Range
    2be6 Time Second 32
    2be7 VOC Concentration
    2be8 Voltage Frequency
    2be9 Battery Critical Status
    2bea Battery Health Status
    2beb Battery Health Information
    2bec Battery Information
    2bed Battery Level Status
    2bee Battery Time Status
    2bef Estimated Service Date
    2bf0 Battery Energy Status
    2bf1 Observation Schedule Changed
    2bf2 Elapsed Time
    2bf3 Health Sensor Features
    2bf4 GHS Control Point
    2bf5 LE GATT Security Levels
    2bf6 ESL Address
    2bf7 AP Sync Key Material
    2bf8 ESL Response Key Material
    2bf9 ESL Current Absolute Time
    2bfa ESL Display Information
    2bfb ESL Image Information
    2bfc ESL Sensor Information
    2bfd ESL LED Information
    2bfe ESL Control Point
    2bff UDI for Medical Devices
    2c00 GMAP Role
    2c01 UGG Features
    2c02 UGT Features
    2c03 BGS Features
    2c04 BGR Features
    2c14 RAS Features
    2c15 Real-time Ranging Data
    2c16 On-demand Ranging Data
    2c17 RAS Control Point
    2c18 Ranging Data Ready
    2c19 Ranging Data Overwritten
    00001524-1212-efde-1523-785feabcd123 Blinky Button State
    00001525-1212-efde-1523-785feabcd123 Blinky LED State
    00001531-1212-efde-1523-785feabcd123 Legacy DFU Control Point
    00001532-1212-efde-1523-785feabcd123 Legacy DFU Packet
    00001534-1212-efde-1523-785feabcd123 Legacy DFU Version
    00001624-1212-efde-1623-785feabcd123 LEGO® Wireless Protocol v3 Hub Characteristic
    00001626-1212-efde-1623-785feabcd123 LEGO® Wireless Protocol v3 Bootloader Characteristic
    0a852c59-50d3-4492-bfd3-22fe58a24f01 Helium Hotspot Public Key
    180efdef-7579-4b4a-b2df-72733b7fa2fe Helium Hotspot Lights
    22eac6e9-24d6-4bb5-be44-b36ace7c7bfb Apple Data Source
    2f7cabce-808d-411f-9a0c-bb92ba96c102 Apple Entity Update
    398168aa-0111-4ec0-b1fa-171671270608 Helium Hotspot WiFi Connect
    54220001-f6a5-4007-a371-722f4ebd8436 MDS Supported Features Characteristic
    54220002-f6a5-4007-a371-722f4ebd8436 MDS Device Identifier Characteristic
    54220003-f6a5-4007-a371-722f4ebd8436 MDS Device Data URI Characteristic
    54220004-f6a5-4007-a371-722f4ebd8436 MDS Device Authorization Characteristic
    54220005-f6a5-4007-a371-722f4ebd8436 MDS Device Data Export Characteristic
    57a70001-9350-11ed-a1eb-0242ac120002 Status Characteristic
    69d1d8f3-45e1-49a8-9821-9bbdfdaad9d9 Apple Control Point
    6e400002-b5a3-f393-e0a9-e50e24dcca9e UART RX Characteristic
    6e400003-b5a3-f393-e0a9-e50e24dcca9e UART TX Characteristic
    7731de63-bc6a-4100-8ab1-89b2356b038b Helium Hotspot WiFi SSID
    7dfc6001-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc6002-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc6003-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc6004-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc6005-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc6101-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc6102-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc6103-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc6104-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc6105-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc6106-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc6107-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc6108-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc6201-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc6202-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc6203-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc7004-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc7005-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc7006-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc7007-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc7008-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc7009-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc700a-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc700b-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc700c-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc7103-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc7104-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc7105-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc7106-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc7107-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc7108-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc7109-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc710b-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc710c-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc710d-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc8003-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc8004-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    7dfc9001-7d1c-4951-86aa-8d9728f8d66c Apple Reserved Characteristic
    8cc6e0b3-98c5-40cc-b1d8-692940e6994b Helium Hotspot WiFi Remove
    8e400001-f315-4f60-9fb8-838830daea50 Experimental Buttonless DFU
    8ec90001-f315-4f60-9fb8-838830daea50 DFU Control Point
    8ec90002-f315-4f60-9fb8-838830daea50 DFU Packet
    8ec90003-f315-4f60-9fb8-838830daea50 Buttonless DFU Without Bonds
    8ec90004-f315-4f60-9fb8-838830daea50 Buttonless DFU With Bonds
    932c32bd-0002-47a2-835a-a8d455b859dd Philips Hue Light On/Off Toggle
    932c32bd-0003-47a2-835a-a8d455b859dd Philips Hue Light Brightness Level
    932c32bd-0005-47a2-835a-a8d455b859dd Philips Hue Light Color
    9b3c81d8-57b1-4a8a-b8df-0e56f7ca51c2 Apple Remote Command
    9c4314f2-8a0c-45fd-a58d-d4a7e64c3a57 Helium Hotspot WiFi MAC Address
    9fbf120d-6301-42d9-8c58-25e699a21dbd Apple Notification Source
    a3c87501-8ed3-4bdf-8a39-a01bebede295 Eddystone Capabilities
    a3c87502-8ed3-4bdf-8a39-a01bebede295 Eddystone Active Slot
    a3c87503-8ed3-4bdf-8a39-a01bebede295 Eddystone Advertising Interval
    a3c87504-8ed3-4bdf-8a39-a01bebede295 Eddystone Radio Tx Power
    a3c87505-8ed3-4bdf-8a39-a01bebede295 Eddystone (Advanced) Advertised Tx Power
    a3c87506-8ed3-4bdf-8a39-a01bebede295 Eddystone Lock State
    a3c87507-8ed3-4bdf-8a39-a01bebede295 Eddystone Unlock
    a3c87508-8ed3-4bdf-8a39-a01bebede295 Eddystone Public ECDH Key
    a3c87509-8ed3-4bdf-8a39-a01bebede295 Eddystone EID Identity Key
    a3c8750a-8ed3-4bdf-8a39-a01bebede295 Eddystone ADV Slot Data
    a3c8750b-8ed3-4bdf-8a39-a01bebede295 Eddystone Advanced Factory Reset
    a3c8750c-8ed3-4bdf-8a39-a01bebede295 Eddystone (Advanced) Remain Connectable
    adaf0001-c332-42a8-93bd-25e905756cb8 Adafruit Sensor Measurement Period
    adaf0002-c332-42a8-93bd-25e905756cb8 Adafruit Sensor Service Version
    adaf0100-4669-6c65-5472-616e73666572 Adafruit Version
    adaf0101-c332-42a8-93bd-25e905756cb8 Adafruit Temperature
    adaf0200-4669-6c65-5472-616e73666572 Adafruit Raw TX/RX
    adaf0201-c332-42a8-93bd-25e905756cb8 Adafruit Acceleration
    adaf0301-c332-42a8-93bd-25e905756cb8 Adafruit Light Level
    adaf0401-c332-42a8-93bd-25e905756cb8 Adafruit Gyro
    adaf0501-c332-42a8-93bd-25e905756cb8 Adafruit Magnetic
    adaf0601-c332-42a8-93bd-25e905756cb8 Adafruit Pressed
    adaf0701-c332-42a8-93bd-25e905756cb8 Adafruit Humidity
    adaf0801-c332-42a8-93bd-25e905756cb8 Adafruit Pressure
    adaf0901-c332-42a8-93bd-25e905756cb8 Adafruit Pixel Pin
    adaf0902-c332-42a8-93bd-25e905756cb8 Adafruit Pixel Pin Type
    adaf0903-c332-42a8-93bd-25e905756cb8 Adafruit Pixel Data
    adaf0904-c332-42a8-93bd-25e905756cb8 Adafruit Pixel Buffer Size
    adaf0a01-c332-42a8-93bd-25e905756cb8 Adafruit Color
    adaf0b01-c332-42a8-93bd-25e905756cb8 Adafruit Sound Samples
    adaf0b02-c332-42a8-93bd-25e905756cb8 Adafruit Number of Channels
    adaf0c01-c332-42a8-93bd-25e905756cb8 Adafruit Tone
    adaf0d01-c332-42a8-93bd-25e905756cb8 Adafruit Quaternions
    adaf0d02-c332-42a8-93bd-25e905756cb8 Adafruit Calibration In
    adaf0d03-c332-42a8-93bd-25e905756cb8 Adafruit Calibration Out
    adaf0e01-c332-42a8-93bd-25e905756cb8 Adafruit Proximity
    b833d34f-d871-422c-bf9e-8e6ec117d57e Helium Hotspot Diagnostics
    c6b2f38c-23ab-46d8-a6ab-a3a870bbd5d7 Apple Entity Attribute
    d083b2bd-be16-4600-b397-61512ca2f5ad Helium Hotspot Onboarding Key
    d435f5de-01a4-4e7d-84ba-dfd347f60275 Helium Hotspot Assert Location
    d7515033-7e7b-45be-803f-c8737b171a29 Helium Hotspot WiFi Services
    da2e7828-fbce-4e01-ae9e-261174997c48 SMP Characteristic
    df3b16ca-c985-4da2-a6d2-9b9b9abdb858 Helium Hotspot Add Gateway
    e125bda4-6fb8-11ea-bc55-0242ac130003 Helium Hotspot WiFi Configured Services
    e2a00002-ec31-4ec3-a97a-1c34d87e9878 Edge Impulse Remote Management RX Characteristic
    e2a00003-ec31-4ec3-a97a-1c34d87e9878 Edge Impulse Remote Management TX Characteristic
    e5866bd6-0288-4476-98ca-ef7da6b4d289 Helium Hotspot Ethernet Online
    e95d0d2d-251d-470a-a062-fa1922dfa9a8 micro:bit Scrolling Delay
    e95d1b25-251d-470a-a062-fa1922dfa9a8 micro:bit Temperature Period
    e95d23c4-251d-470a-a062-fa1922dfa9a8 micro:bit Client Requirements
    e95d386c-251d-470a-a062-fa1922dfa9a8 micro:bit Magnetometer Period
    e95d5404-251d-470a-a062-fa1922dfa9a8 micro:bit Client Event
    e95d5899-251d-470a-a062-fa1922dfa9a8 micro:bit Pin AD Configuration
    e95d7b77-251d-470a-a062-fa1922dfa9a8 micro:bit LED Matrix State
    e95d8d00-251d-470a-a062-fa1922dfa9a8 micro:bit Pin Data
    e95d9250-251d-470a-a062-fa1922dfa9a8 micro:bit Temperature
    e95d93b1-251d-470a-a062-fa1922dfa9a8 micro:bit DFU Control
    e95d93ee-251d-470a-a062-fa1922dfa9a8 micro:bit LED Text
    e95d9715-251d-470a-a062-fa1922dfa9a8 micro:bit Magnetometer Bearing
    e95d9775-251d-470a-a062-fa1922dfa9a8 micro:bit Event
    e95db84c-251d-470a-a062-fa1922dfa9a8 micro:bit Requirements
    e95db9fe-251d-470a-a062-fa1922dfa9a8 micro:bit Pin I/O Configuration
    e95dca4b-251d-470a-a062-fa1922dfa9a8 micro:bit Accelerometer Data
    e95dd822-251d-470a-a062-fa1922dfa9a8 micro:bit PWM Control
    e95dda90-251d-470a-a062-fa1922dfa9a8 micro:bit Button A State
    e95dda91-251d-470a-a062-fa1922dfa9a8 micro:bit Button B State
    e95dfb11-251d-470a-a062-fa1922dfa9a8 micro:bit Magnetometer Data
    e95dfb24-251d-470a-a062-fa1922dfa9a8 micro:bit Accelerometer Period
    ef680101-9b35-4933-9b10-52ffa9740042 Thingy Device Name
    ef680102-9b35-4933-9b10-52ffa9740042 Thingy Advertising Parameters
    ef680104-9b35-4933-9b10-52ffa9740042 Thingy Connection Parameters
    ef680105-9b35-4933-9b10-52ffa9740042 Thingy Eddystone URL
    ef680106-9b35-4933-9b10-52ffa9740042 Thingy Cloud Token
    ef680107-9b35-4933-9b10-52ffa9740042 Thingy FW Version
    ef680108-9b35-4933-9b10-52ffa9740042 Thingy MTU Request
    ef680201-9b35-4933-9b10-52ffa9740042 Thingy Temperature
    ef680202-9b35-4933-9b10-52ffa9740042 Thingy Pressure
    ef680203-9b35-4933-9b10-52ffa9740042 Thingy Humidity
    ef680204-9b35-4933-9b10-52ffa9740042 Thingy Air Quality
    ef680205-9b35-4933-9b10-52ffa9740042 Thingy Color
    ef680206-9b35-4933-9b10-52ffa9740042 Thingy Configuration
    ef680301-9b35-4933-9b10-52ffa9740042 Thingy LED State
    ef680302-9b35-4933-9b10-52ffa9740042 Thingy Button State
    ef680303-9b35-4933-9b10-52ffa9740042 Thingy EXT Pin
    ef680401-9b35-4933-9b10-52ffa9740042 Thingy Motion Config
    ef680402-9b35-4933-9b10-52ffa9740042 Thingy Tap
    ef680403-9b35-4933-9b10-52ffa9740042 Thingy Orientation
    ef680404-9b35-4933-9b10-52ffa9740042 Thingy Quaternion
    ef680405-9b35-4933-9b10-52ffa9740042 Thingy Pedometer
    ef680406-9b35-4933-9b10-52ffa9740042 Thingy Raw Data
    ef680407-9b35-4933-9b10-52ffa9740042 Thingy Euler
    ef680408-9b35-4933-9b10-52ffa9740042 Thingy Rotation Matrix
    ef680409-9b35-4933-9b10-52ffa9740042 Thingy Heading
    ef68040a-9b35-4933-9b10-52ffa9740042 Thingy Gravity Vector
    ef680501-9b35-4933-9b10-52ffa9740042 Thingy Sound Config
    ef680502-9b35-4933-9b10-52ffa9740042 Thingy Speaker Data
    ef680503-9b35-4933-9b10-52ffa9740042 Thingy Speaker Status
    ef680504-9b35-4933-9b10-52ffa9740042 Thingy Microphone
    f000ffc1-0451-4000-b000-000000000000 Texas Instruments Image Identify
    f000ffc2-0451-4000-b000-000000000000 Texas Instruments Image Block
    f000ffc5-0451-4000-b000-000000000000 Texas Instruments OAD Control
    fe2c1233-8366-4814-8eb0-01de32100bea Fast Pair Model ID
    fe2c1234-8366-4814-8eb0-01de32100bea Fast Pair Key-based Pairing
    fe2c1235-8366-4814-8eb0-01de32100bea Fast Pair Passkey
    fe2c1236-8366-4814-8eb0-01de32100bea Fast Pair Account Key
    fe2c1237-8366-4814-8eb0-01de32100bea Fast Pair Data
    """#

  /// Descriptors by UUID.
  static let descriptors = #"""
    2900 Characteristic Extended Properties
    2901 Characteristic User Description
    2902 Client Characteristic Configuration
    2903 Server Characteristic Configuration
    2904 Characteristic Presentation Format
    2905 Characteristic Aggregate Format
    2906 Valid Range
    2907 External Report Reference
    2908 Report Reference
    2909 Number of Digitals
    290a Value Trigger Setting
    290b Environmental Sensing Configuration
    290c Environmental Sensing Measurement
    290d Environmental Sensing Trigger Setting
    290e Time Trigger Setting
    290f Complete BR-EDR Transport Block Data
    2910 Observation Schedule
    2911 Valid Range and Accuracy
    2912 Measurement Description
    2913 Manufacturer Limits
    2914 Process Tolerances
    2915 IMD Trigger Setting
    2916 Cooking Sensor Info
    2917 Cooking Trigger Setting
    """#

  /// Attribute types of the GATT declarations.
  static let declarations = #"""
    2800 Primary Service
    2801 Secondary Service
    2802 Include
    2803 Characteristic
    """#

  /// Units by number.
  static let units = #"""
    2700 unitless
    2701 length (metre)
    2702 mass (kilogram)
    2703 time (second)
    2704 electric current (ampere)
    2705 thermodynamic temperature (kelvin)
    2706 amount of substance (mole)
    2707 luminous intensity (candela)
    2710 area (square metres)
    2711 volume (cubic metres)
    2712 velocity (metres per second)
    2713 acceleration (metres per second squared)
    2714 wavenumber (reciprocal metre)
    2715 density (kilogram per cubic metre)
    2716 surface density (kilogram per square metre)
    2717 specific volume (cubic metre per kilogram)
    2718 current density (ampere per square metre)
    2719 magnetic field strength (ampere per metre)
    271a amount concentration (mole per cubic metre)
    271b mass concentration (kilogram per cubic metre)
    271c luminance (candela per square metre)
    271d refractive index
    271e relative permeability
    2720 plane angle (radian)
    2721 solid angle (steradian)
    2722 frequency (hertz)
    2723 force (newton)
    2724 pressure (pascal)
    2725 energy (joule)
    2726 power (watt)
    2727 electric charge (coulomb)
    2728 electric potential difference (volt)
    2729 capacitance (farad)
    272a electric resistance (ohm)
    272b electric conductance (siemens)
    272c magnetic flux (weber)
    272d magnetic flux density (tesla)
    272e inductance (henry)
    272f Celsius temperature (degree Celsius)
    2730 luminous flux (lumen)
    2731 illuminance (lux)
    2732 activity referred to a radionuclide (becquerel)
    2733 absorbed dose (gray)
    2734 dose equivalent (sievert)
    2735 catalytic activity (katal)
    2740 dynamic viscosity (pascal second)
    2741 moment of force (newton metre)
    2742 surface tension (newton per metre)
    2743 angular velocity (radian per second)
    2744 angular acceleration (radian per second squared)
    2745 heat flux density (watt per square metre)
    2746 heat capacity (joule per kelvin)
    2747 specific heat capacity (joule per kilogram kelvin)
    2748 specific energy (joule per kilogram)
    2749 thermal conductivity (watt per metre kelvin)
    274a energy density (joule per cubic metre)
    274b electric field strength (volt per metre)
    274c electric charge density (coulomb per cubic metre)
    274d surface charge density (coulomb per square metre)
    274e electric flux density (coulomb per square metre)
    274f permittivity (farad per metre)
    2750 permeability (henry per metre)
    2751 molar energy (joule per mole)
    2752 molar entropy (joule per mole kelvin)
    2753 exposure (coulomb per kilogram)
    2754 absorbed dose rate (gray per second)
    2755 radiant intensity (watt per steradian)
    2756 radiance (watt per square metre steradian)
    2757 catalytic activity concentration (katal per cubic metre)
    2760 time (minute)
    2761 time (hour)
    2762 time (day)
    2763 plane angle (degree)
    2764 plane angle (minute)
    2765 plane angle (second)
    2766 area (hectare)
    2767 volume (litre)
    2768 mass (tonne)
    2780 pressure (bar)
    2781 pressure (millimetre of mercury)
    2782 length (ångström)
    2783 length (nautical mile)
    2784 area (barn)
    2785 velocity (knot)
    2786 logarithmic radio quantity (neper)
    2787 logarithmic radio quantity (bel)
    27a0 length (yard)
    27a1 length (parsec)
    27a2 length (inch)
    27a3 length (foot)
    27a4 length (mile)
    27a5 pressure (pound-force per square inch)
    27a6 velocity (kilometre per hour)
    27a7 velocity (mile per hour)
    27a8 angular velocity (revolution per minute)
    27a9 energy (gram calorie)
    27aa energy (kilogram calorie)
    27ab energy (kilowatt hour)
    27ac thermodynamic temperature (degree Fahrenheit)
    27ad percentage
    27ae per mille
    27af period (beats per minute)
    27b0 electric charge (ampere hours)
    27b1 mass density (milligram per decilitre)
    27b2 mass density (millimole per litre)
    27b3 time (year)
    27b4 time (month)
    27b5 concentration (count per cubic metre)
    27b6 irradiance (watt per square metre)
    27b7 milliliter (per kilogram per minute)
    27b8 mass (pound)
    27b9 metabolic equivalent
    27ba step (per minute)
    27bc stroke (per minute)
    27bd pace (kilometre per minute)
    27be luminous efficacy (lumen per watt)
    27bf luminous energy (lumen hour)
    27c0 luminous exposure (lux hour)
    27c1 mass flow (gram per second)
    27c2 volume flow (litre per second)
    27c3 sound pressure (decibel)
    27c4 parts per million
    27c5 parts per billion
    """#

  /// Companies by identifier.
  static let companies = #"""
    0000 Ericsson AB
    0001 Nokia Mobile Phones
    0002 Intel Corp.
    0003 IBM Corp.
    0004 Toshiba Corp.
    0005 3Com
    0006 Microsoft
    0007 Lucent
    0008 Motorola
    0009 Infineon Technologies AG
    000a Qualcomm Technologies International, Ltd. (QTIL)
    000b Silicon Wave
    000c Digianswer A/S
    000d Texas Instruments Inc.
    000e Parthus Technologies Inc.
    000f Broadcom Corporation
    0010 Mitel Semiconductor
    0011 Widcomm, Inc.
    0012 Zeevo, Inc.
    0013 Atmel Corporation
    0014 Mitsubishi Electric Corporation
    0015 RTX A/S
    0016 KC Technology Inc.
    0017 Newlogic
    0018 Transilica, Inc.
    0019 Rohde & Schwarz GmbH & Co. KG
    001a TTPCom Limited
    001b Signia Technologies, Inc.
    001c Conexant Systems Inc.
    001d Qualcomm
    001e Inventel
    001f AVM Berlin
    0020 BandSpeed, Inc.
    0021 Mansella Ltd
    0022 NEC Corporation
    0023 WavePlus Technology Co., Ltd.
    0024 Alcatel
    0025 NXP B.V.
    0026 C Technologies
    0027 Open Interface
    0028 R F Micro Devices
    0029 Hitachi Ltd
    002a Symbol Technologies, Inc.
    002b Tenovis
    002c Macronix International Co. Ltd.
    002d GCT Semiconductor
    002e Norwood Systems
    002f MewTel Technology Inc.
    0030 ST Microelectronics
    0031 Synopsys, Inc.
    0032 Red-M (Communications) Ltd
    0033 Commil Ltd
    0034 Computer Access Technology Corporation (CATC)
    0035 Eclipse (HQ Espana) S.L.
    0036 Renesas Electronics Corporation
    0037 Mobilian Corporation
    0038 Syntronix Corporation
    0039 Integrated System Solution Corp.
    003a Panasonic Holdings Corporation
    003b Gennum Corporation
    003c BlackBerry Limited
    003d IPextreme, Inc.
    003e Systems and Chips, Inc
    003f Bluetooth SIG, Inc
    0040 Seiko Epson Corporation
    0041 Integrated Silicon Solution Taiwan, Inc.
    0042 CONWISE Technology Corporation Ltd
    0043 PARROT AUTOMOTIVE SAS
    0044 Socket Mobile
    0045 Atheros Communications, Inc.
    0046 MediaTek, Inc.
    0047 Bluegiga
    0048 Marvell Technology Group Ltd.
    0049 3DSP Corporation
    004a Accel Semiconductor Ltd.
    004b Continental Automotive Systems
    004c Apple, Inc.
    004d Staccato Communications, Inc.
    004e Avago Technologies
    004f APT Ltd.
    0050 SiRF Technology, Inc.
    0051 Tzero Technologies, Inc.
    0052 J&M Corporation
    0053 Free2move AB
    0054 3DiJoy Corporation
    0055 Plantronics, Inc.
    0056 Sony Ericsson Mobile Communications
    0057 Harman International Industries, Inc.
    0058 Vizio, Inc.
    0059 Nordic Semiconductor ASA
    005a EM Microelectronic-Marin SA
    005b Ralink Technology Corporation
    005c Belkin International, Inc.
    005d Realtek Semiconductor Corporation
    005e Stonestreet One, LLC
    005f Wicentric, Inc.
    0060 RivieraWaves S.A.S
    0061 RDA Microelectronics
    0062 Gibson Guitars
    0063 MiCommand Inc.
    0064 Band XI International, LLC
    0065 HP, Inc.
    0066 9Solutions Oy
    0067 GN Audio A/S
    0068 General Motors
    0069 A&D Engineering, Inc.
    006a MindTree Ltd.
    006b Polar Electro OY
    006c Beautiful Enterprise Co., Ltd.
    006d BriarTek, Inc
    006e Summit Data Communications, Inc.
    006f Sound ID
    0070 Monster, LLC
    0071 connectBlue AB
    0072 ShangHai Super Smart Electronics Co. Ltd.
    0073 Group Sense Ltd.
    0074 Zomm, LLC
    0075 Samsung Electronics Co. Ltd.
    0076 Creative Technology Ltd.
    0077 Laird Connectivity LLC
    0078 Nike, Inc.
    0079 lesswire AG
    007a MStar Semiconductor, Inc.
    007b Hanlynn Technologies
    007c A & R Cambridge
    007d Seers Technology Co., Ltd.
    007e Sports Tracking Technologies Ltd.
    007f Autonet Mobile
    0080 DeLorme Publishing Company, Inc.
    0081 WuXi Vimicro
    0082 DSEA A/S
    0083 TimeKeeping Systems, Inc.
    0084 Ludus Helsinki Ltd.
    0085 BlueRadios, Inc.
    0086 Equinux AG
    0087 Garmin International, Inc.
    0088 Ecotest
    0089 GN Hearing A/S
    008a Jawbone
    008b Topcon Positioning Systems, LLC
    008c Gimbal Inc.
    008d Zscan Software
    008e Quintic Corp
    008f Telit Wireless Solutions GmbH
    0090 Funai Electric Co., Ltd.
    0091 Advanced PANMOBIL systems GmbH & Co. KG
    0092 ThinkOptics, Inc.
    0093 Universal Electronics, Inc.
    0094 Airoha Technology Corp.
    0095 NEC Lighting, Ltd.
    0096 ODM Technology, Inc.
    0097 ConnecteDevice Ltd.
    0098 zero1.tv GmbH
    0099 i.Tech Dynamic Global Distribution Ltd.
    009a Alpwise
    009b Jiangsu Toppower Automotive Electronics Co., Ltd.
    009c Colorfy, Inc.
    009d Geoforce Inc.
    009e Bose Corporation
    009f Suunto Oy
    00a0 Kensington Computer Products Group
    00a1 SR-Medizinelektronik
    00a2 Vertu Corporation Limited
    00a3 Meta Watch Ltd.
    00a4 LINAK A/S
    00a5 OTL Dynamics LLC
    00a6 Panda Ocean Inc.
    00a7 Visteon Corporation
    00a8 ARP Devices Limited
    00a9 MARELLI EUROPE S.P.A.
    00aa CAEN RFID srl
    00ab Ingenieur-Systemgruppe Zahn GmbH
    00ac Green Throttle Games
    00ad Peter Systemtechnik GmbH
    00ae Omegawave Oy
    00af Cinetix
    00b0 Passif Semiconductor Corp
    00b1 Saris Cycling Group, Inc
    00b2 Bekey A/S
    00b3 Clarinox Technologies Pty. Ltd.
    00b4 BDE Technology Co., Ltd.
    00b5 Swirl Networks
    00b6 Meso international
    00b7 TreLab Ltd
    00b8 Qualcomm Innovation Center, Inc. (QuIC)
    00b9 Johnson Controls, Inc.
    00ba Starkey Hearing Technologies
    00bb S-Power Electronics Limited
    00bc Ace Sensor Inc
    00bd Aplix Corporation
    00be AAMP of America
    00bf Stalmart Technology Limited
    00c0 AMICCOM Electronics Corporation
    00c1 Shenzhen Excelsecu Data Technology Co.,Ltd
    00c2 Geneq Inc.
    00c3 adidas AG
    00c4 LG Electronics
    00c5 Onset Computer Corporation
    00c6 Selfly BV
    00c7 Quuppa Oy.
    00c8 GeLo Inc
    00c9 Evluma
    00ca MC10
    00cb Binauric SE
    00cc Beats Electronics
    00cd Microchip Technology Inc.
    00ce Eve Systems GmbH
    00cf ARCHOS SA
    00d0 Dexcom, Inc.
    00d1 Polar Electro Europe B.V.
    00d2 Dialog Semiconductor B.V.
    00d3 Taixingbang Technology (HK) Co,. LTD.
    00d4 Kawantech
    00d5 Austco Communication Systems
    00d6 Timex Group USA, Inc.
    00d7 Qualcomm Technologies, Inc.
    00d8 Qualcomm Connected Experiences, Inc.
    00d9 Voyetra Turtle Beach
    00da txtr GmbH
    00db Snuza (Pty) Ltd
    00dc Procter & Gamble
    00dd Hosiden Corporation
    00de Muzik LLC
    00df Misfit Wearables Corp
    00e0 Google
    00e1 Danlers Ltd
    00e2 Semilink Inc
    00e3 inMusic Brands, Inc
    00e4 L.S. Research, Inc.
    00e5 Eden Software Consultants Ltd.
    00e6 Freshtemp
    00e7 KS Technologies
    00e8 ACTS Technologies
    00e9 Vtrack Systems
    00ea www.vtracksystems.com
    00eb Server Technology Inc.
    00ec BioResearch Associates
    00ed Jolly Logic, LLC
    00ee Above Average Outcomes, Inc.
    00ef Bitsplitters GmbH
    00f0 PayPal, Inc.
    00f1 Witron Technology Limited
    00f2 Morse Project Inc.
    00f3 Kent Displays Inc.
    00f4 Nautilus Inc.
    00f5 Smartifier Oy
    00f6 Elcometer Limited
    00f7 VSN Technologies, Inc.
    00f8 AceUni Corp., Ltd.
    00f9 StickNFind
    00fa Crystal Alarm AB
    00fb KOUKAAM a.s.
    00fc Delphi Corporation
    00fd ValenceTech Limited
    00fe Stanley Black and Decker
    00ff Typo Products, LLC
    0100 TomTom International BV
    0101 Fugoo, Inc.
    0102 Keiser Corporation
    0103 Bang & Olufsen A/S
    0104 PLUS Location Systems Pty Ltd
    0105 Ubiquitous Computing Technology Corporation
    0106 Innovative Yachtter Solutions
    0107 Demant A/S
    0108 Chicony Electronics Co., Ltd.
    0109 Atus BV
    010a Codegate Ltd
    010b ERi, Inc
    010c Transducers Direct, LLC
    010d DENSO TEN Limited
    010e Audi AG
    010f HiSilicon Technologies CO., LIMITED
    0110 Nippon Seiki Co., Ltd.
    0111 Steelseries ApS
    0112 Visybl Inc.
    0113 Openbrain Technologies, Co., Ltd.
    0114 Xensr
    0115 e.solutions
    0116 10AK Technologies
    0117 Wimoto Technologies Inc
    0118 Radius Networks, Inc.
    0119 Wize Technology Co., Ltd.
    011a Qualcomm Labs, Inc.
    011b Hewlett Packard Enterprise
    011c Baidu
    011d Arendi AG
    011e Skoda Auto a.s.
    011f Volkswagen AG
    0120 Porsche AG
    0121 Sino Wealth Electronic Ltd.
    0122 AirTurn, Inc.
    0123 Kinsa, Inc
    0124 HID Global
    0125 SEAT es
    0126 Promethean Ltd.
    0127 Salutica Allied Solutions
    0128 GPSI Group Pty Ltd
    0129 Nimble Devices Oy
    012a Changzhou Yongse Infotech Co., Ltd.
    012b SportIQ
    012c TEMEC Instruments B.V.
    012d Sony Corporation
    012e ASSA ABLOY
    012f Clarion Co. Inc.
    0130 Warehouse Innovations
    0131 Cypress Semiconductor
    0132 MADS Inc
    0133 Blue Maestro Limited
    0134 Resolution Products, Ltd.
    0135 Aireware LLC
    0136 Silvair, Inc.
    0137 Prestigio Plaza Ltd.
    0138 NTEO Inc.
    0139 Focus Systems Corporation
    013a Tencent Holdings Ltd.
    013b Allegion
    013c Murata Manufacturing Co., Ltd.
    013d WirelessWERX
    013e Nod, Inc.
    013f B&B Manufacturing Company
    0140 Alpine Electronics (China) Co., Ltd
    0141 FedEx Services
    0142 Grape Systems Inc.
    0143 Bkon Connect
    0144 Lintech GmbH
    0145 Novatel Wireless
    0146 Ciright
    0147 Mighty Cast, Inc.
    0148 Ambimat Electronics
    0149 Perytons Ltd.
    014a Tivoli Audio, LLC
    014b Master Lock
    014c Mesh-Net Ltd
    014d HUIZHOU DESAY SV AUTOMOTIVE CO., LTD.
    014e Tangerine, Inc.
    014f B&W Group Ltd.
    0150 Pioneer Corporation
    0151 OnBeep
    0152 Vernier Software & Technology
    0153 ROL Ergo
    0154 Pebble Technology
    0155 NETATMO
    0156 Accumulate AB
    0157 Anhui Huami Information Technology Co., Ltd.
    0158 Inmite s.r.o.
    0159 ChefSteps, Inc.
    015a micas AG
    015b Biomedical Research Ltd.
    015c Pitius Tec S.L.
    015d Estimote, Inc.
    015e Unikey Technologies, Inc.
    015f Timer Cap Co.
    0160 AwoX
    0161 yikes
    0162 MADSGlobalNZ Ltd.
    0163 PCH International
    0164 Qingdao Yeelink Information Technology Co., Ltd.
    0165 Milwaukee Electric Tools
    0166 MISHIK Pte Ltd
    0167 Ascensia Diabetes Care US Inc.
    0168 Spicebox LLC
    0169 emberlight
    016a Emerson Digital Cold Chain, Inc.
    016b Qblinks
    016c MYSPHERA
    016d LifeScan Inc
    016e Volantic AB
    016f Podo Labs, Inc
    0170 Roche Diabetes Care AG
    0171 Amazon.com Services LLC
    0172 Connovate Technology Private Limited
    0173 Kocomojo, LLC
    0174 Everykey Inc.
    0175 Dynamic Controls
    0176 SentriLock
    0177 I-SYST inc.
    0178 CASIO COMPUTER CO., LTD.
    0179 LAPIS Semiconductor Co.,Ltd
    017a Telemonitor, Inc.
    017b taskit GmbH
    017c Mercedes-Benz Group AG
    017d BatAndCat
    017e BluDotz Ltd
    017f XTel Wireless ApS
    0180 Gigaset Communications GmbH
    0181 Gecko Health Innovations, Inc.
    0182 HOP Ubiquitous
    0183 Walt Disney
    0184 Nectar
    0185 bel'apps LLC
    0186 CORE Lighting Ltd
    0187 Seraphim Sense Ltd
    0188 Unico RBC
    0189 Physical Enterprises Inc.
    018a Able Trend Technology Limited
    018b Konica Minolta, Inc.
    018c Wilo SE
    018d Extron Design Services
    018e Fitbit, Inc.
    018f Fireflies Systems
    0190 Intelletto Technologies Inc.
    0191 FDK CORPORATION
    0192 Cloudleaf, Inc
    0193 Maveric Automation LLC
    0194 Acoustic Stream Corporation
    0195 Zuli
    0196 Paxton Access Ltd
    0197 WiSilica Inc.
    0198 VENGIT Korlatolt Felelossegu Tarsasag
    0199 SALTO SYSTEMS S.L.
    019a TRON Forum
    019b CUBETECH s.r.o.
    019c Cokiya Incorporated
    019d CVS Health
    019e Ceruus
    019f Strainstall Ltd
    01a0 Channel Enterprises (HK) Ltd.
    01a1 FIAMM
    01a2 GIGALANE.CO.,LTD
    01a3 EROAD
    01a4 MSA Innovation, LLC
    01a5 Icon Health and Fitness
    01a6 Wille Engineering
    01a7 ENERGOUS CORPORATION
    01a8 Taobao
    01a9 Canon Inc.
    01aa Geophysical Technology Inc.
    01ab Meta Platforms, Inc.
    01ac Trividia Health, Inc.
    01ad FlightSafety International
    01ae Earlens Corporation
    01af Sunrise Micro Devices, Inc.
    01b0 Star Micronics Co., Ltd.
    01b1 Netizens Sp. z o.o.
    01b2 Nymi Inc.
    01b3 Nytec, Inc.
    01b4 Trineo Sp. z o.o.
    01b5 Nest Labs Inc.
    01b6 LM Technologies Ltd
    01b7 General Electric Company
    01b8 i+D3 S.L.
    01b9 HANA Micron
    01ba Stages Cycling LLC
    01bb Cochlear Bone Anchored Solutions AB
    01bc SenionLab AB
    01bd Syszone Co., Ltd
    01be Pulsate Mobile Ltd.
    01bf Hong Kong HunterSun Electronic Limited
    01c0 pironex GmbH
    01c1 BRADATECH Corp.
    01c2 Transenergooil AG
    01c3 Bunch
    01c4 DME Microelectronics
    01c5 Bitcraze AB
    01c6 HASWARE Inc.
    01c7 Abiogenix Inc.
    01c8 Poly-Control ApS
    01c9 Avi-on
    01ca Laerdal Medical AS
    01cb Fetch My Pet
    01cc Sam Labs Ltd.
    01cd Chengdu Synwing Technology Ltd
    01ce HOUWA SYSTEM DESIGN, k.k.
    01cf BSH
    01d0 Primus Inter Pares Ltd
    01d1 August Home, Inc
    01d2 Gill Electronics
    01d3 Sky Wave Design
    01d4 Newlab S.r.l.
    01d5 ELAD srl
    01d6 G-wearables inc.
    01d7 Squadrone Systems Inc.
    01d8 Code Corporation
    01d9 Savant Systems LLC
    01da Logitech International SA
    01db Innblue Consulting
    01dc iParking Ltd.
    01dd Koninklijke Philips N.V.
    01de Minelab Electronics Pty Limited
    01df Bison Group Ltd.
    01e0 Widex A/S
    01e1 Jolla Ltd
    01e2 Lectronix, Inc.
    01e3 Caterpillar Inc
    01e4 Freedom Innovations
    01e5 Dynamic Devices Ltd
    01e6 Technology Solutions (UK) Ltd
    01e7 IPS Group Inc.
    01e8 STIR
    01e9 Sano, Inc.
    01ea Advanced Application Design, Inc.
    01eb AutoMap LLC
    01ec Spreadtrum Communications Shanghai Ltd
    01ed CuteCircuit LTD
    01ee Valeo Service
    01ef Fullpower Technologies, Inc.
    01f0 KloudNation
    01f1 Zebra Technologies Corporation
    01f2 Itron, Inc.
    01f3 The University of Tokyo
    01f4 UTC Fire and Security
    01f5 Cool Webthings Limited
    01f6 DJO Global
    01f7 Gelliner Limited
    01f8 Anyka (Guangzhou) Microelectronics Technology Co, LTD
    01f9 Medtronic Inc.
    01fa Gozio Inc.
    01fb Form Lifting, LLC
    01fc Wahoo Fitness, LLC
    01fd Kontakt Micro-Location Sp. z o.o.
    01fe Radio Systems Corporation
    01ff Freescale Semiconductor, Inc.
    0200 Verifone Systems Pte Ltd. Taiwan Branch
    0201 AR Timing
    0202 Rigado LLC
    0203 Kemppi Oy
    0204 Tapcentive Inc.
    0205 Smartbotics Inc.
    0206 Otter Products, LLC
    0207 STEMP Inc.
    0208 LumiGeek LLC
    0209 InvisionHeart Inc.
    020a Macnica Inc.
    020b Jaguar Land Rover Limited
    020c CoroWare Technologies, Inc
    020d Simplo Technology Co., LTD
    020e Omron Healthcare Co., LTD
    020f Comodule GMBH
    0210 ikeGPS
    0211 Telink Semiconductor Co. Ltd
    0212 Interplan Co., Ltd
    0213 Wyler AG
    0214 IK Multimedia Production srl
    0215 Lukoton Experience Oy
    0216 MTI Ltd
    0217 Tech4home, Lda
    0218 Hiotech AB
    0219 DOTT Limited
    021a Blue Speck Labs, LLC
    021b Cisco Systems, Inc
    021c Mobicomm Inc
    021d Edamic
    021e Goodnet, Ltd
    021f Luster Leaf Products Inc
    0220 Manus Machina BV
    0221 Mobiquity Networks Inc
    0222 Praxis Dynamics
    0223 Philip Morris Products S.A.
    0224 Comarch SA
    0225 Nestlé Nespresso S.A.
    0226 Merlinia A/S
    0227 LifeBEAM Technologies
    0228 Twocanoes Labs, LLC
    0229 Muoverti Limited
    022a Stamer Musikanlagen GMBH
    022b Tesla, Inc.
    022c Pharynks Corporation
    022d Lupine
    022e Siemens AG
    022f Huami (Shanghai) Culture Communication CO., LTD
    0230 Foster Electric Company, Ltd
    0231 ETA SA
    0232 x-Senso Solutions Kft
    0233 Shenzhen SuLong Communication Ltd
    0234 FengFan (BeiJing) Technology Co, Ltd
    0235 Qrio Inc
    0236 Pitpatpet Ltd
    0237 MSHeli s.r.l.
    0238 Trakm8 Ltd
    0239 JIN CO, Ltd
    023a Alatech Tehnology
    023b Beijing CarePulse Electronic Technology Co, Ltd
    023c Awarepoint
    023d ViCentra B.V.
    023e Raven Industries
    023f WaveWare Technologies Inc.
    0240 Argenox Technologies
    0241 Bragi GmbH
    0242 16Lab Inc
    0243 Masimo Corp
    0244 Iotera Inc
    0245 Endress+Hauser
    0246 ACKme Networks, Inc.
    0247 FiftyThree Inc.
    0248 Parker Hannifin Corp
    0249 Transcranial Ltd
    024a Uwatec AG
    024b Orlan LLC
    024c Blue Clover Devices
    024d M-Way Solutions GmbH
    024e Microtronics Engineering GmbH
    024f Schneider Schreibgeräte GmbH
    0250 Sapphire Circuits LLC
    0251 Lumo Bodytech Inc.
    0252 UKC Technosolution
    0253 Xicato Inc.
    0254 Playbrush
    0255 Dai Nippon Printing Co., Ltd.
    0256 G24 Power Limited
    0257 AdBabble Local Commerce Inc.
    0258 Devialet SA
    0259 ALTYOR
    025a University of Applied Sciences Valais/Haute Ecole Valaisanne
    025b Five Interactive, LLC dba Zendo
    025c NetEase Hangzhou Network co.Ltd.
    025d Lexmark International Inc.
    025e Fluke Corporation
    025f Yardarm Technologies
    0260 SensaRx
    0261 SECVRE GmbH
    0262 Glacial Ridge Technologies
    0263 Identiv, Inc.
    0264 DDS, Inc.
    0265 SMK Corporation
    0266 Schawbel Technologies LLC
    0267 XMI Systems SA
    0268 Cerevo
    0269 Torrox GmbH & Co KG
    026a Gemalto
    026b DEKA Research & Development Corp.
    026c Domster Tadeusz Szydlowski
    026d Technogym SPA
    026e FLEURBAEY BVBA
    026f Aptcode Solutions
    0270 LSI ADL Technology
    0271 Animas Corp
    0272 Alps Alpine Co., Ltd.
    0273 OCEASOFT
    0274 Motsai Research
    0275 Geotab
    0276 E.G.O. Elektro-Geraetebau GmbH
    0277 bewhere inc
    0278 Johnson Outdoors Inc
    0279 steute Schaltgerate GmbH & Co. KG
    027a Ekomini inc.
    027b DEFA AS
    027c Aseptika Ltd
    027d HUAWEI Technologies Co., Ltd.
    027e HabitAware, LLC
    027f ruwido austria gmbh
    0280 ITEC corporation
    0281 StoneL
    0282 Sonova AG
    0283 Maven Machines, Inc.
    0284 Synapse Electronics
    0285 WOWTech Canada Ltd.
    0286 RF Code, Inc.
    0287 Wally Ventures S.L.
    0288 Willowbank Electronics Ltd
    0289 SK Telecom
    028a Jetro AS
    028b Code Gears LTD
    028c NANOLINK APS
    028d IF, LLC
    028e RF Digital Corp
    028f Church & Dwight Co., Inc
    0290 Multibit Oy
    0291 CliniCloud Inc
    0292 SwiftSensors
    0293 Blue Bite
    0294 ELIAS GmbH
    0295 Sivantos GmbH
    0296 Petzl
    0297 storm power ltd
    0298 EISST Ltd
    0299 Inexess Technology Simma KG
    029a Currant, Inc.
    029b C2 Development, Inc.
    029c Blue Sky Scientific, LLC
    029d ALOTTAZS LABS, LLC
    029e Kupson spol. s r.o.
    029f Areus Engineering GmbH
    02a0 Impossible Camera GmbH
    02a1 InventureTrack Systems
    02a2 Sera4 Ltd.
    02a3 Itude
    02a4 Pacific Lock Company
    02a5 Tendyron Corporation
    02a6 Robert Bosch GmbH
    02a7 Illuxtron international B.V.
    02a8 miSport Ltd.
    02a9 Chargelib
    02aa Doppler Lab
    02ab BBPOS Limited
    02ac RTB Elektronik GmbH & Co. KG
    02ad Rx Networks, Inc.
    02ae WeatherFlow, Inc.
    02af Technicolor USA Inc.
    02b0 Bestechnic(Shanghai),Ltd
    02b1 Raden Inc
    02b2 Oura Health Oy
    02b3 CLABER S.P.A.
    02b4 Hyginex, Inc.
    02b5 HANSHIN ELECTRIC RAILWAY CO.,LTD.
    02b6 Schneider Electric
    02b7 Oort Technologies LLC
    02b8 Chrono Therapeutics
    02b9 Rinnai Corporation
    02ba Swissprime Technologies AG
    02bb Koha.,Co.Ltd
    02bc Genevac Ltd
    02bd Chemtronics
    02be Seguro Technology Sp. z o.o.
    02bf Redbird Flight Simulations
    02c0 Dash Robotics
    02c1 LINE Corporation
    02c2 Guillemot Corporation
    02c3 Techtronic Power Tools Technology Limited
    02c4 Wilson Sporting Goods
    02c5 Lenovo (Singapore) Pte Ltd.
    02c6 Ayatan Sensors
    02c7 Electronics Tomorrow Limited
    02c8 OneSpan
    02c9 PayRange Inc.
    02ca ABOV Semiconductor
    02cb AINA-Wireless Inc.
    02cc Eijkelkamp Soil & Water
    02cd BMA ergonomics b.v.
    02ce Teva Branded Pharmaceutical Products R&D, Inc.
    02cf Anima
    02d0 3M
    02d1 Empatica Srl
    02d2 Afero, Inc.
    02d3 Powercast Corporation
    02d4 Secuyou ApS
    02d5 OMRON Corporation
    02d6 Send Solutions
    02d7 NIPPON SYSTEMWARE CO.,LTD.
    02d8 Neosfar
    02d9 Fliegl Agrartechnik GmbH
    02da Gilvader
    02db Digi International Inc (R)
    02dc DeWalch Technologies, Inc.
    02dd Flint Rehabilitation Devices, LLC
    02de Samsung SDS Co., Ltd.
    02df Blur Product Development
    02e0 University of Michigan
    02e1 Victron Energy BV
    02e2 NTT docomo
    02e3 Carmanah Technologies Corp.
    02e4 Bytestorm Ltd.
    02e5 Espressif Systems (Shanghai) Co., Ltd.
    02e6 Unwire
    02e7 Connected Yard, Inc.
    02e8 American Music Environments
    02e9 Sensogram Technologies, Inc.
    02ea Fujitsu Limited
    02eb Ardic Technology
    02ec Delta Systems, Inc
    02ed HTC Corporation
    02ee Citizen Holdings Co., Ltd.
    02ef SMART-INNOVATION.inc
    02f0 Blackrat Software
    02f1 The Idea Cave, LLC
    02f2 GoPro, Inc.
    02f3 AuthAir, Inc
    02f4 Vensi, Inc.
    02f5 Indagem Tech LLC
    02f6 Intemo Technologies
    02f7 DreamVisions co., Ltd.
    02f8 Runteq Oy Ltd
    02f9 IMAGINATION TECHNOLOGIES LTD
    02fa CoSTAR TEchnologies
    02fb Clarius Mobile Health Corp.
    02fc Shanghai Frequen Microelectronics Co., Ltd.
    02fd Uwanna, Inc.
    02fe Lierda Science & Technology Group Co., Ltd.
    02ff Silicon Laboratories
    0300 World Moto Inc.
    0301 Giatec Scientific Inc.
    0302 Loop Devices, Inc
    0303 IACA electronique
    0304 Proxy Technologies, Inc.
    0305 Swipp ApS
    0306 Life Laboratory Inc.
    0307 FUJI INDUSTRIAL CO.,LTD.
    0308 Surefire, LLC
    0309 Dolby Labs
    030a Ellisys
    030b Magnitude Lighting Converters
    030c Hilti AG
    030d Devdata S.r.l.
    030e Deviceworx
    030f Shortcut Labs
    0310 SGL Italia S.r.l.
    0311 PEEQ DATA
    0312 Ducere Technologies Pvt Ltd
    0313 DiveNav, Inc.
    0314 RIIG AI Sp. z o.o.
    0315 Thermo Fisher Scientific
    0316 AG Measurematics Pvt. Ltd.
    0317 CHUO Electronics CO., LTD.
    0318 Aspenta International
    0319 Eugster Frismag AG
    031a Wurth Elektronik eiSos GmbH & Co. KG
    031b HQ Inc
    031c Lab Sensor Solutions
    031d Enterlab ApS
    031e Eyefi, Inc.
    031f MetaSystem S.p.A.
    0320 SONO ELECTRONICS. CO., LTD
    0321 Jewelbots
    0322 Compumedics Limited
    0323 Rotor Bike Components
    0324 Astro, Inc.
    0325 Amotus Solutions
    0326 Healthwear Technologies (Changzhou)Ltd
    0327 Essex Electronics
    0328 Grundfos A/S
    0329 Eargo, Inc.
    032a Electronic Design Lab
    032b ESYLUX
    032c NIPPON SMT.CO.,Ltd
    032d BM innovations GmbH
    032e indoormap
    032f OttoQ Inc
    0330 North Pole Engineering
    0331 3flares Technologies Inc.
    0332 Electrocompaniet A.S.
    0333 Mul-T-Lock
    0334 Airthings ASA
    0335 Enlighted Inc
    0336 GISTIC
    0337 AJP2 Holdings, LLC
    0338 COBI GmbH
    0339 Blue Sky Scientific, LLC
    033a Appception, Inc.
    033b Courtney Thorne Limited
    033c Virtuosys
    033d TPV Technology Limited
    033e Monitra SA
    033f Automation Components, Inc.
    0340 Letsense s.r.l.
    0341 Etesian Technologies LLC
    0342 GERTEC BRASIL LTDA.
    0343 Drekker Development Pty. Ltd.
    0344 Whirl Inc
    0345 Locus Positioning
    0346 Acuity Brands Lighting, Inc
    0347 Prevent Biometrics
    0348 Arioneo
    0349 VersaMe
    034a Vaddio
    034b Libratone A/S
    034c HM Electronics, Inc.
    034d TASER International, Inc.
    034e SafeTrust Inc.
    034f Heartland Payment Systems
    0350 Bitstrata Systems Inc.
    0351 Pieps GmbH
    0352 iRiding(Xiamen)Technology Co.,Ltd.
    0353 Alpha Audiotronics, Inc.
    0354 TOPPAN FORMS CO.,LTD.
    0355 Sigma Designs, Inc.
    0356 Spectrum Brands, Inc.
    0357 Polymap Wireless
    0358 MagniWare Ltd.
    0359 Novotec Medical GmbH
    035a Phillips-Medisize A/S
    035b Matrix Inc.
    035c Eaton Corporation
    035d KYS
    035e Naya Health, Inc.
    035f Acromag
    0360 Insulet Corporation
    0361 Wellinks Inc.
    0362 ON Semiconductor
    0363 FREELAP SA
    0364 Favero Electronics Srl
    0365 BioMech Sensor LLC
    0366 BOLTT Sports technologies Private limited
    0367 Saphe International
    0368 Metormote AB
    0369 littleBits
    036a SetPoint Medical
    036b BRControls Products BV
    036c Zipcar
    036d AirBolt Pty Ltd
    036e MOTIVE TECHNOLOGIES, INC.
    036f Motiv, Inc.
    0370 Wazombi Labs OÜ
    0371 ORBCOMM
    0372 Nixie Labs, Inc.
    0373 AppNearMe Ltd
    0374 Holman Industries
    0375 Expain AS
    0376 Electronic Temperature Instruments Ltd
    0377 Plejd AB
    0378 Propeller Health
    0379 Shenzhen iMCO Electronic Technology Co.,Ltd
    037a Algoria
    037b Apption Labs Inc.
    037c Cronologics Corporation
    037d MICRODIA Ltd.
    037e lulabytes S.L.
    037f Société des Produits Nestlé S.A.
    0380 LLC "MEGA-F service"
    0381 Sharp Corporation
    0382 Precision Outcomes Ltd
    0383 Kronos Incorporated
    0384 OCOSMOS Co., Ltd.
    0385 Embedded Electronic Solutions Ltd. dba e2Solutions
    0386 Aterica Inc.
    0387 BluStor PMC, Inc.
    0388 Kapsch TrafficCom AB
    0389 ActiveBlu Corporation
    038a Kohler Mira Limited
    038b Noke
    038c Appion Inc.
    038d Resmed Ltd
    038e Crownstone B.V.
    038f Xiaomi Inc.
    0390 INFOTECH s.r.o.
    0391 Thingsquare AB
    0392 T&D
    0393 LAVAZZA S.p.A.
    0394 Netclearance Systems, Inc.
    0395 SDATAWAY
    0396 BLOKS GmbH
    0397 LEGO System A/S
    0398 Thetatronics Ltd
    0399 Nikon Corporation
    039a NeST
    039b South Silicon Valley Microelectronics
    039c ALE International
    039d CareView Communications, Inc.
    039e SchoolBoard Limited
    039f Molex Corporation
    03a0 IVT Wireless Limited
    03a1 Alpine Labs LLC
    03a2 Candura Instruments
    03a3 SmartMovt Technology Co., Ltd
    03a4 Token Zero Ltd
    03a5 ACE CAD Enterprise Co., Ltd. (ACECAD)
    03a6 Medela, Inc
    03a7 AeroScout
    03a8 Esrille Inc.
    03a9 THINKERLY SRL
    03aa Exon Sp. z o.o.
    03ab Meizu Technology Co., Ltd.
    03ac Smablo LTD
    03ad XiQ
    03ae Allswell Inc.
    03af Comm-N-Sense Corp DBA Verigo
    03b0 VIBRADORM GmbH
    03b1 Otodata Wireless Network Inc.
    03b2 Propagation Systems Limited
    03b3 Midwest Instruments & Controls
    03b4 Alpha Nodus, inc.
    03b5 petPOMM, Inc
    03b6 Mattel
    03b7 Airbly Inc.
    03b8 A-Safe Limited
    03b9 FREDERIQUE CONSTANT SA
    03ba Maxscend Microelectronics Company Limited
    03bb Abbott
    03bc ASB Bank Ltd
    03bd amadas
    03be Applied Science, Inc.
    03bf iLumi Solutions Inc.
    03c0 Arch Systems Inc.
    03c1 Ember Technologies, Inc.
    03c2 Snapchat Inc
    03c3 Casambi Technologies Oy
    03c4 Pico Technology Inc.
    03c5 St. Jude Medical, Inc.
    03c6 Intricon
    03c7 Structural Health Systems, Inc.
    03c8 Avvel International
    03c9 Gallagher Group
    03ca In2things Automation Pvt. Ltd.
    03cb SYSDEV Srl
    03cc Vonkil Technologies Ltd
    03cd Wynd Technologies, Inc.
    03ce CONTRINEX S.A.
    03cf MIRA, Inc.
    03d0 Watteam Ltd
    03d1 Density Inc.
    03d2 IOT Pot India Private Limited
    03d3 Sigma Connectivity AB
    03d4 PEG PEREGO SPA
    03d5 Wyzelink Systems Inc.
    03d6 Yota Devices LTD
    03d7 FINSECUR
    03d8 Zen-Me Labs Ltd
    03d9 3IWare Co., Ltd.
    03da EnOcean GmbH
    03db Instabeat, Inc
    03dc Nima Labs
    03dd Andreas Stihl AG & Co. KG
    03de Nathan Rhoades LLC
    03df Grob Technologies, LLC
    03e0 Actions (Zhuhai) Technology Co., Limited
    03e1 SPD Development Company Ltd
    03e2 Sensoan Oy
    03e3 Qualcomm Life Inc
    03e4 Chip-ing AG
    03e5 ffly4u
    03e6 IoT Instruments Oy
    03e7 TRUE Fitness Technology
    03e8 Reiner Kartengeraete GmbH & Co. KG.
    03e9 SHENZHEN LEMONJOY TECHNOLOGY CO., LTD.
    03ea Hello Inc.
    03eb Ozo Edu, Inc.
    03ec Jigowatts Inc.
    03ed BASIC MICRO.COM,INC.
    03ee CUBE TECHNOLOGIES
    03ef foolography GmbH
    03f0 CLINK
    03f1 Hestan Smart Cooking Inc.
    03f2 WindowMaster A/S
    03f3 Flowscape AB
    03f4 PAL Technologies Ltd
    03f5 WHERE, Inc.
    03f6 Iton Technology Corp.
    03f7 Owl Labs Inc.
    03f8 Rockford Corp.
    03f9 Becon Technologies Co.,Ltd.
    03fa Vyassoft Technologies Inc
    03fb Nox Medical
    03fc Kimberly-Clark
    03fd Trimble Inc.
    03fe Littelfuse
    03ff Withings
    0400 i-developer IT Beratung UG
    0401 Relations Inc.
    0402 Sears Holdings Corporation
    0403 Gantner Electronic GmbH
    0404 Authomate Inc
    0405 Vertex International, Inc.
    0406 Airtago
    0407 Swiss Audio SA
    0408 ToGetHome Inc.
    0409 RYSE INC.
    040a ZF OPENMATICS s.r.o.
    040b Jana Care Inc.
    040c Senix Corporation
    040d NorthStar Battery Company, LLC
    040e SKF (U.K.) Limited
    040f CO-AX Technology, Inc.
    0410 Fender Musical Instruments
    0411 Luidia Inc
    0412 SEFAM
    0413 Wireless Cables Inc
    0414 Lightning Protection International Pty Ltd
    0415 Uber Technologies Inc
    0416 SODA GmbH
    0417 Fatigue Science
    0418 Reserved
    0419 Novalogy LTD
    041a Friday Labs Limited
    041b OrthoAccel Technologies
    041c WaterGuru, Inc.
    041d Benning Elektrotechnik und Elektronik GmbH & Co. KG
    041e Dell Computer Corporation
    041f Kopin Corporation
    0420 TecBakery GmbH
    0421 Backbone Labs, Inc.
    0422 DELSEY SA
    0423 Chargifi Limited
    0424 Trainesense Ltd.
    0425 Unify Software and Solutions GmbH & Co. KG
    0426 Husqvarna AB
    0427 Focus fleet and fuel management inc
    0428 SmallLoop, LLC
    0429 Prolon Inc.
    042a BD Medical
    042b iMicroMed Incorporated
    042c Ticto N.V.
    042d Meshtech AS
    042e MemCachier Inc.
    042f Danfoss A/S
    0430 SnapStyk Inc.
    0431 Alticor Inc.
    0432 Silk Labs, Inc.
    0433 Pillsy Inc.
    0434 Hatch Baby, Inc.
    0435 Blocks Wearables Ltd.
    0436 Drayson Technologies (Europe) Limited
    0437 eBest IOT Inc.
    0438 Helvar Ltd
    0439 Radiance Technologies
    043a Nuheara Limited
    043b Appside co., ltd.
    043c DeLaval
    043d Coiler Corporation
    043e Thermomedics, Inc.
    043f Tentacle Sync GmbH
    0440 Valencell, Inc.
    0441 iProtoXi Oy
    0442 SECOM CO., LTD.
    0443 Tucker International LLC
    0444 Metanate Limited
    0445 Kobian Canada Inc.
    0446 NETGEAR, Inc.
    0447 Fabtronics Australia Pty Ltd
    0448 Grand Centrix GmbH
    0449 1UP USA.com llc
    044a SHIMANO INC.
    044b Nain Inc.
    044c LifeStyle Lock, LLC
    044d VEGA Grieshaber KG
    044e Xtrava Inc.
    044f TTS Tooltechnic Systems AG & Co. KG
    0450 Teenage Engineering AB
    0451 Tunstall Nordic AB
    0452 Svep Design Center AB
    0453 Qorvo Utrecht B.V.
    0454 Sphinx Electronics GmbH & Co KG
    0455 Atomation
    0456 Nemik Consulting Inc
    0457 RF INNOVATION
    0458 Mini Solution Co., Ltd.
    0459 Lumenetix, Inc
    045a 2048450 Ontario Inc
    045b SPACEEK LTD
    045c Delta T Corporation
    045d Boston Scientific Corporation
    045e Nuviz, Inc.
    045f Real Time Automation, Inc.
    0460 Kolibree
    0461 vhf elektronik GmbH
    0462 Bonsai Systems GmbH
    0463 Fathom Systems Inc.
    0464 Bellman & Symfon
    0465 International Forte Group LLC
    0466 CycleLabs Solutions inc.
    0467 Codenex Oy
    0468 Kynesim Ltd
    0469 Palago AB
    046a INSIGMA INC.
    046b PMD Solutions
    046c Qingdao Realtime Technology Co., Ltd.
    046d BEGA Gantenbrink-Leuchten KG
    046e Pambor Ltd.
    046f Develco Products A/S
    0470 iDesign s.r.l.
    0471 TiVo Corp
    0472 Control-J Pty Ltd
    0473 Steelcase, Inc.
    0474 iApartment co., ltd.
    0475 Icom inc.
    0476 Oxstren Wearable Technologies Private Limited
    0477 Blue Spark Technologies
    0478 FarSite Communications Limited
    0479 mywerk system GmbH
    047a Sinosun Technology Co., Ltd.
    047b MIYOSHI ELECTRONICS CORPORATION
    047c POWERMAT LTD
    047d Occly LLC
    047e OurHub Dev IvS
    047f Pro-Mark, Inc.
    0480 Dynometrics Inc.
    0481 Quintrax Limited
    0482 POS Tuning Udo Vosshenrich GmbH & Co. KG
    0483 Multi Care Systems B.V.
    0484 Revol Technologies Inc
    0485 SKIDATA AG
    0486 DEV TECNOLOGIA INDUSTRIA, COMERCIO E MANUTENCAO DE EQUIPAMENTOS LTDA. - ME
    0487 Centrica Connected Home
    0488 Automotive Data Solutions Inc
    0489 Igarashi Engineering
    048a Taelek Oy
    048b CP Electronics Limited
    048c Vectronix AG
    048d S-Labs Sp. z o.o.
    048e Companion Medical, Inc.
    048f BlueKitchen GmbH
    0490 Matting AB
    0491 SOREX - Wireless Solutions GmbH
    0492 ADC Technology, Inc.
    0493 Lynxemi Pte Ltd
    0494 SENNHEISER electronic GmbH & Co. KG
    0495 LMT Mercer Group, Inc
    0496 Polymorphic Labs LLC
    0497 Cochlear Limited
    0498 METER Group, Inc. USA
    0499 Ruuvi Innovations Ltd.
    049a Situne AS
    049b nVisti, LLC
    049c DyOcean
    049d Uhlmann & Zacher GmbH
    049e AND!XOR LLC
    049f Popper Pay AB
    04a0 Vypin, LLC
    04a1 PNI Sensor Corporation
    04a2 ovrEngineered, LLC
    04a3 GT-tronics HK Ltd
    04a4 Herbert Waldmann GmbH & Co. KG
    04a5 Guangzhou FiiO Electronics Technology Co.,Ltd
    04a6 Vinetech Co., Ltd
    04a7 Dallas Logic Corporation
    04a8 BioTex, Inc.
    04a9 DISCOVERY SOUND TECHNOLOGY, LLC
    04aa LINKIO SAS
    04ab Harbortronics, Inc.
    04ac Undagrid B.V.
    04ad Shure Inc
    04ae ERM Electronic Systems LTD
    04af BIOROWER Handelsagentur GmbH
    04b0 Weba Sport und Med. Artikel GmbH
    04b1 Kartographers Technologies Pvt. Ltd.
    04b2 The Shadow on the Moon
    04b3 mobike (Hong Kong) Limited
    04b4 Inuheat Group AB
    04b5 Swiftronix AB
    04b6 Diagnoptics Technologies
    04b7 Analog Devices, Inc.
    04b8 Soraa Inc.
    04b9 CSR Building Products Limited
    04ba Crestron Electronics, Inc.
    04bb Neatebox Ltd
    04bc Draegerwerk AG & Co. KGaA
    04bd AlbynMedical
    04be Averos FZCO
    04bf VIT Initiative, LLC
    04c0 Statsports International
    04c1 Sospitas, s.r.o.
    04c2 Dmet Products Corp.
    04c3 Mantracourt Electronics Limited
    04c4 TeAM Hutchins AB
    04c5 Seibert Williams Glass, LLC
    04c6 Insta GmbH
    04c7 Svantek Sp. z o.o.
    04c8 Shanghai Flyco Electrical Appliance Co., Ltd.
    04c9 Thornwave Labs Inc
    04ca Steiner-Optik GmbH
    04cb Novo Nordisk A/S
    04cc Enflux Inc.
    04cd Safetech Products LLC
    04ce GOOOLED S.R.L.
    04cf DOM Sicherheitstechnik GmbH & Co. KG
    04d0 Olympus Corporation
    04d1 KTS GmbH
    04d2 Anloq Technologies Inc.
    04d3 Queercon, Inc
    04d4 5th Element Ltd
    04d5 Gooee Limited
    04d6 LUGLOC LLC
    04d7 Blincam, Inc.
    04d8 FUJIFILM Corporation
    04d9 RM Acquisition LLC
    04da Franceschi Marina snc
    04db Engineered Audio, LLC.
    04dc IOTTIVE (OPC) PRIVATE LIMITED
    04dd 4MOD Technology
    04de Lutron Electronics Co., Inc.
    04df Emerson Electric Co.
    04e0 Guardtec, Inc.
    04e1 REACTEC LIMITED
    04e2 EllieGrid
    04e3 Under Armour
    04e4 Woodenshark
    04e5 Avack Oy
    04e6 Smart Solution Technology, Inc.
    04e7 REHABTRONICS INC.
    04e8 STABILO International
    04e9 Busch Jaeger Elektro GmbH
    04ea Pacific Bioscience Laboratories, Inc
    04eb Bird Home Automation GmbH
    04ec Motorola Solutions
    04ed R9 Technology, Inc.
    04ee Auxivia
    04ef DaisyWorks, Inc
    04f0 Kosi Limited
    04f1 Theben AG
    04f2 InDreamer Techsol Private Limited
    04f3 Cerevast Medical
    04f4 ZanCompute Inc.
    04f5 Pirelli Tyre S.P.A.
    04f6 McLear Limited
    04f7 Shenzhen Goodix Technology Co., Ltd
    04f8 Convergence Systems Limited
    04f9 Interactio
    04fa Androtec GmbH
    04fb Benchmark Drives GmbH & Co. KG
    04fc SwingLync L. L. C.
    04fd Tapkey GmbH
    04fe Woosim Systems Inc.
    04ff Microsemi Corporation
    0500 Wiliot LTD.
    0501 Polaris IND
    0502 Specifi-Kali LLC
    0503 Locoroll, Inc
    0504 PHYPLUS Inc
    0505 InPlay, Inc.
    0506 Hager
    0507 Yellowcog
    0508 Axes System sp. z o. o.
    0509 Garage Smart, Inc.
    050a Shake-on B.V.
    050b Vibrissa Inc.
    050c OSRAM GmbH
    050d TRSystems GmbH
    050e Yichip Microelectronics (Hangzhou) Co.,Ltd.
    050f Foundation Engineering LLC
    0510 UNI-ELECTRONICS, INC.
    0511 Brookfield Equinox LLC
    0512 Soprod SA
    0513 9974091 Canada Inc.
    0514 FIBRO GmbH
    0515 RB Controls Co., Ltd.
    0516 Footmarks
    0517 Amtronic Sverige AB
    0518 MAMORIO.inc
    0519 Tyto Life LLC
    051a Leica Camera AG
    051b Angee Technologies Ltd.
    051c EDPS
    051d OFF Line Co., Ltd.
    051e Detect Blue Limited
    051f Setec Pty Ltd
    0520 Target Corporation
    0521 IAI Corporation
    0522 NS Tech, Inc.
    0523 MTG Co., Ltd.
    0524 Hangzhou iMagic Technology Co., Ltd
    0525 HONGKONG NANO IC TECHNOLOGIES CO., LIMITED
    0526 Honeywell International Inc.
    0527 Albrecht JUNG
    0528 Lunera Lighting Inc.
    0529 Lumen UAB
    052a Keynes Controls Ltd
    052b Novartis AG
    052c Geosatis SA
    052d EXFO, Inc.
    052e LEDVANCE GmbH
    052f Center ID Corp.
    0530 Adolene, Inc.
    0531 D&M Holdings Inc.
    0532 CRESCO Wireless, Inc.
    0533 Nura Operations Pty Ltd
    0534 Frontiergadget, Inc.
    0535 Smart Component Technologies Limited
    0536 ZTR Control Systems LLC
    0537 MetaLogics Corporation
    0538 Medela AG
    0539 OPPLE Lighting Co., Ltd
    053a Savitech Corp.,
    053b prodigy
    053c Screenovate Technologies Ltd
    053d TESA SA
    053e CLIM8 LIMITED
    053f Silergy Corp
    0540 SilverPlus, Inc
    0541 Sharknet srl
    0542 Mist Systems, Inc.
    0543 MIWA LOCK CO.,Ltd
    0544 OrthoSensor, Inc.
    0545 Candy Hoover Group s.r.l
    0546 Apexar Technologies S.A.
    0547 LOGICDATA Electronic & Software Entwicklungs GmbH
    0548 Knick Elektronische Messgeraete GmbH & Co. KG
    0549 Smart Technologies and Investment Limited
    054a Linough Inc.
    054b Advanced Electronic Designs, Inc.
    054c Carefree Scott Fetzer Co Inc
    054d Sensome
    054e FORTRONIK storitve d.o.o.
    054f Sinnoz
    0550 Versa Networks, Inc.
    0551 Sylero
    0552 Avempace SARL
    0553 Nintendo Co., Ltd.
    0554 National Instruments
    0555 KROHNE Messtechnik GmbH
    0556 Otodynamics Ltd
    0557 Arwin Technology Limited
    0558 benegear, inc.
    0559 Newcon Optik
    055a CANDY HOUSE, Inc.
    055b FRANKLIN TECHNOLOGY INC
    055c Lely
    055d Valve Corporation
    055e Hekatron Vertriebs GmbH
    055f PROTECH S.A.S. DI GIRARDI ANDREA & C.
    0560 Sarita CareTech APS
    0561 Finder S.p.A.
    0562 Thalmic Labs Inc.
    0563 Steinel Vertrieb GmbH
    0564 Beghelli Spa
    0565 Beijing Smartspace Technologies Inc.
    0566 CORE TRANSPORT TECHNOLOGIES NZ LIMITED
    0567 Xiamen Everesports Goods Co., Ltd
    0568 Bodyport Inc.
    0569 Audionics System, INC.
    056a Flipnavi Co.,Ltd.
    056b Rion Co., Ltd.
    056c Long Range Systems, LLC
    056d Redmond Industrial Group LLC
    056e VIZPIN INC.
    056f BikeFinder AS
    0570 Consumer Sleep Solutions LLC
    0571 PSIKICK, INC.
    0572 AntTail.com
    0573 Lighting Science Group Corp.
    0574 AFFORDABLE ELECTRONICS INC
    0575 Integral Memroy Plc
    0576 Globalstar, Inc.
    0577 True Wearables, Inc.
    0578 Wellington Drive Technologies Ltd
    0579 Ensemble Tech Private Limited
    057a OMNI Remotes
    057b Duracell U.S. Operations Inc.
    057c Toor Technologies LLC
    057d Instinct Performance
    057e Beco, Inc
    057f Scuf Gaming International, LLC
    0580 ARANZ Medical Limited
    0581 LYS TECHNOLOGIES LTD
    0582 Breakwall Analytics, LLC
    0583 Code Blue Communications
    0584 Gira Giersiepen GmbH & Co. KG
    0585 Hearing Lab Technology
    0586 LEGRAND
    0587 Derichs GmbH
    0588 ALT-TEKNIK LLC
    0589 Star Technologies
    058a START TODAY CO.,LTD.
    058b Maxim Integrated Products
    058c Fracarro Radioindustrie SRL
    058d Jungheinrich Aktiengesellschaft
    058e Meta Platforms Technologies, LLC
    058f HENDON SEMICONDUCTORS PTY LTD
    0590 Pur3 Ltd
    0591 Viasat Group S.p.A.
    0592 IZITHERM
    0593 Spaulding Clinical Research
    0594 Kohler Company
    0595 Inor Process AB
    0596 My Smart Blinds
    0597 RadioPulse Inc
    0598 rapitag GmbH
    0599 Lazlo326, LLC.
    059a Teledyne Lecroy, Inc.
    059b Dataflow Systems Limited
    059c Macrogiga Electronics
    059d Tandem Diabetes Care
    059e Polycom, Inc.
    059f Fisher & Paykel Healthcare
    05a0 RCP Software Oy
    05a1 Shanghai Xiaoyi Technology Co.,Ltd.
    05a2 ADHERIUM(NZ) LIMITED
    05a3 Axiomware Systems Incorporated
    05a4 O. E. M. Controls, Inc.
    05a5 Kiiroo BV
    05a6 Telecon Mobile Limited
    05a7 Sonos Inc
    05a8 Tom Allebrandi Consulting
    05a9 Monidor
    05aa Tramex Limited
    05ab Nofence AS
    05ac GoerTek Dynaudio Co., Ltd.
    05ad INIA
    05ae CARMATE MFG.CO.,LTD
    05af OV LOOP, INC.
    05b0 NewTec GmbH
    05b1 Medallion Instrumentation Systems
    05b2 CAREL INDUSTRIES S.P.A.
    05b3 Parabit Systems, Inc.
    05b4 White Horse Scientific ltd
    05b5 verisilicon
    05b6 Elecs Industry Co.,Ltd.
    05b7 Beijing Pinecone Electronics Co.,Ltd.
    05b8 Ambystoma Labs Inc.
    05b9 Suzhou Pairlink Network Technology
    05ba igloohome
    05bb Oxford Metrics plc
    05bc Leviton Mfg. Co., Inc.
    05bd ULC Robotics Inc.
    05be RFID Global by Softwork SrL
    05bf Real-World-Systems Corporation
    05c0 Nalu Medical, Inc.
    05c1 P.I.Engineering
    05c2 Grote Industries
    05c3 Runtime, Inc.
    05c4 Codecoup sp. z o.o. sp. k.
    05c5 SELVE GmbH & Co. KG
    05c6 Smart Animal Training Systems, LLC
    05c7 Lippert Components, INC
    05c8 SOMFY SAS
    05c9 TBS Electronics B.V.
    05ca MHL Custom Inc
    05cb LucentWear LLC
    05cc WATTS ELECTRONICS
    05cd RJ Brands LLC
    05ce V-ZUG Ltd
    05cf Biowatch SA
    05d0 Anova Applied Electronics
    05d1 Lindab AB
    05d2 frogblue TECHNOLOGY GmbH
    05d3 Acurable Limited
    05d4 LAMPLIGHT Co., Ltd.
    05d5 TEGAM, Inc.
    05d6 Zhuhai Jieli technology Co.,Ltd
    05d7 modum.io AG
    05d8 Farm Jenny LLC
    05d9 Toyo Electronics Corporation
    05da Applied Neural Research Corp
    05db Avid Identification Systems, Inc.
    05dc Petronics Inc.
    05dd essentim GmbH
    05de QT Medical INC.
    05df VIRTUALCLINIC.DIRECT LIMITED
    05e0 Viper Design LLC
    05e1 Human, Incorporated
    05e2 stAPPtronics GmbH
    05e3 Elemental Machines, Inc.
    05e4 Taiyo Yuden Co., Ltd
    05e5 INEO ENERGY& SYSTEMS
    05e6 Motion Instruments Inc.
    05e7 PressurePro
    05e8 COWBOY
    05e9 iconmobile GmbH
    05ea ACS-Control-System GmbH
    05eb Bayerische Motoren Werke AG
    05ec Gycom Svenska AB
    05ed Fuji Xerox Co., Ltd
    05ee Wristcam Inc.
    05ef SIKOM AS
    05f0 beken
    05f1 The Linux Foundation
    05f2 Try and E CO.,LTD.
    05f3 SeeScan
    05f4 Clearity, LLC
    05f5 GS TAG
    05f6 DPTechnics
    05f7 TRACMO, INC.
    05f8 Anki Inc.
    05f9 Hagleitner Hygiene International GmbH
    05fa Konami Sports Life Co., Ltd.
    05fb Arblet Inc.
    05fc Masbando GmbH
    05fd Innoseis
    05fe Niko nv
    05ff Wellnomics Ltd
    0600 iRobot Corporation
    0601 Schrader Electronics
    0602 Geberit International AG
    0603 Fourth Evolution Inc
    0604 Cell2Jack LLC
    0605 FMW electronic Futterer u. Maier-Wolf OHG
    0606 John Deere
    0607 Rookery Technology Ltd
    0608 KeySafe-Cloud
    0609 BUCHI Labortechnik AG
    060a IQAir AG
    060b Triax Technologies Inc
    060c Vuzix Corporation
    060d TDK Corporation
    060e Blueair AB
    060f Signify Netherlands B.V.
    0610 ADH GUARDIAN USA LLC
    0611 Beurer GmbH
    0612 Playfinity AS
    0613 Hans Dinslage GmbH
    0614 OnAsset Intelligence, Inc.
    0615 INTER ACTION Corporation
    0616 OS42 UG (haftungsbeschraenkt)
    0617 WIZCONNECTED COMPANY LIMITED
    0618 Audio-Technica Corporation
    0619 Six Guys Labs, s.r.o.
    061a R.W. Beckett Corporation
    061b silex technology, inc.
    061c Univations Limited
    061d SENS Innovation ApS
    061e Diamond Kinetics, Inc.
    061f Phrame Inc.
    0620 Forciot Oy
    0621 Noordung d.o.o.
    0622 Beam Labs, LLC
    0623 Philadelphia Scientific (U.K.) Limited
    0624 Biovotion AG
    0625 Square Panda, Inc.
    0626 Amplifico
    0627 WEG S.A.
    0628 Ensto Oy
    0629 PHONEPE PVT LTD
    062a Lunatico Astronomia SL
    062b MinebeaMitsumi Inc.
    062c ASPion GmbH
    062d Vossloh-Schwabe Deutschland GmbH
    062e Procept
    062f ONKYO Corporation
    0630 Asthrea D.O.O.
    0631 Fortiori Design LLC
    0632 Hugo Muller GmbH & Co KG
    0633 Wangi Lai PLT
    0634 Fanstel Corp
    0635 Crookwood
    0636 ELECTRONICA INTEGRAL DE SONIDO S.A.
    0637 GiP Innovation Tools GmbH
    0638 LX SOLUTIONS PTY LIMITED
    0639 Shenzhen Minew Technologies Co., Ltd.
    063a Prolojik Limited
    063b Kromek Group Plc
    063c Contec Medical Systems Co., Ltd.
    063d Xradio Technology Co.,Ltd.
    063e The Indoor Lab, LLC
    063f LDL TECHNOLOGY
    0640 Dish Network LLC
    0641 Revenue Collection Systems FRANCE SAS
    0642 Bluetrum Technology Co.,Ltd
    0643 makita corporation
    0644 Apogee Instruments
    0645 BM3
    0646 SGV Group Holding GmbH & Co. KG
    0647 MED-EL
    0648 Ultune Technologies
    0649 Ryeex Technology Co.,Ltd.
    064a Open Research Institute, Inc.
    064b Scale-Tec, Ltd
    064c Zumtobel Group AG
    064d iLOQ Oy
    064e KRUXWorks Technologies Private Limited
    064f Digital Matter Pty Ltd
    0650 Coravin, Inc.
    0651 Stasis Labs, Inc.
    0652 ITZ Innovations- und Technologiezentrum GmbH
    0653 Meggitt SA
    0654 Ledlenser GmbH & Co. KG
    0655 Renishaw PLC
    0656 ZhuHai AdvanPro Technology Company Limited
    0657 Meshtronix Limited
    0658 Payex Norge AS
    0659 UnSeen Technologies Oy
    065a Zound Industries International AB
    065b Sesam Solutions BV
    065c PixArt Imaging Inc.
    065d Panduit Corp.
    065e Alo AB
    065f Ricoh Company Ltd
    0660 RTC Industries, Inc.
    0661 Mode Lighting Limited
    0662 Particle Industries, Inc.
    0663 Advanced Telemetry Systems, Inc.
    0664 RHA TECHNOLOGIES LTD
    0665 Pure International Limited
    0666 WTO Werkzeug-Einrichtungen GmbH
    0667 Spark Technology Labs Inc.
    0668 Bleb Technology srl
    0669 Livanova USA, Inc.
    066a Brady Worldwide Inc.
    066b DewertOkin GmbH
    066c Ztove ApS
    066d Venso EcoSolutions AB
    066e Eurotronik Kranj d.o.o.
    066f Hug Technology Ltd
    0670 Gema Switzerland GmbH
    0671 Buzz Products Ltd.
    0672 Kopi
    0673 Innova Ideas Limited
    0674 BeSpoon
    0675 Deco Enterprises, Inc.
    0676 Expai Solutions Private Limited
    0677 Innovation First, Inc.
    0678 SABIK Offshore GmbH
    0679 4iiii Innovations Inc.
    067a The Energy Conservatory, Inc.
    067b I.FARM, INC.
    067c Tile, Inc.
    067d Form Athletica Inc.
    067e MbientLab Inc
    067f NETGRID S.N.C. DI BISSOLI MATTEO, CAMPOREALE SIMONE, TOGNETTI FEDERICO
    0680 Mannkind Corporation
    0681 Trade FIDES a.s.
    0682 Photron Limited
    0683 Eltako GmbH
    0684 Dermalapps, LLC
    0685 Greenwald Industries
    0686 inQs Co., Ltd.
    0687 Cherry GmbH
    0688 Amsted Digital Solutions Inc.
    0689 Tacx b.v.
    068a Raytac Corporation
    068b Jiangsu Teranovo Tech Co., Ltd.
    068c Changzhou Sound Dragon Electronics and Acoustics Co., Ltd
    068d JetBeep Inc.
    068e Razer Inc.
    068f JRM Group Limited
    0690 Eccrine Systems, Inc.
    0691 Curie Point AB
    0692 Georg Fischer AG
    0693 Hach - Danaher
    0694 T&A Laboratories LLC
    0695 Koki Holdings Co., Ltd.
    0696 Gunakar Private Limited
    0697 Stemco Products Inc
    0698 Wood IT Security, LLC
    0699 RandomLab SAS
    069a Adero, Inc.
    069b Dragonchip Limited
    069c Noomi AB
    069d Vakaros LLC
    069e Delta Electronics, Inc.
    069f FlowMotion Technologies AS
    06a0 OBIQ Location Technology Inc.
    06a1 Cardo Systems, Ltd
    06a2 Globalworx GmbH
    06a3 Nymbus, LLC
    06a4 LIMNO Co. Ltd.
    06a5 TEKZITEL PTY LTD
    06a6 Roambee Corporation
    06a7 Chipsea Technologies (ShenZhen) Corp.
    06a8 GD Midea Air-Conditioning Equipment Co., Ltd.
    06a9 Soundmax Electronics Limited
    06aa Produal Oy
    06ab HMS Industrial Networks AB
    06ac Ingchips Technology Co., Ltd.
    06ad InnovaSea Systems Inc.
    06ae SenseQ Inc.
    06af Shoof Technologies
    06b0 BRK Brands, Inc.
    06b1 SimpliSafe, Inc.
    06b2 Tussock Innovation 2013 Limited
    06b3 The Hablab ApS
    06b4 Sencilion Oy
    06b5 Wabilogic Ltd.
    06b6 Sociometric Solutions, Inc.
    06b7 iCOGNIZE GmbH
    06b8 ShadeCraft, Inc
    06b9 Beflex Inc.
    06ba Beaconzone Ltd
    06bb Leaftronix Analogic Solutions Private Limited
    06bc TWS Srl
    06bd ABB Oy
    06be HitSeed Oy
    06bf Delcom Products Inc.
    06c0 CAME S.p.A.
    06c1 Alarm.com Holdings, Inc
    06c2 Measurlogic Inc.
    06c3 King I Electronics.Co.,Ltd
    06c4 Dream Labs GmbH
    06c5 Urban Compass, Inc
    06c6 Simm Tronic Limited
    06c7 Somatix Inc
    06c8 Storz & Bickel GmbH & Co. KG
    06c9 MYLAPS B.V.
    06ca Shenzhen Zhongguang Infotech Technology Development Co., Ltd
    06cb Dyeware, LLC
    06cc Dongguan SmartAction Technology Co.,Ltd.
    06cd DIG Corporation
    06ce FIOR & GENTZ
    06cf Belparts N.V.
    06d0 Etekcity Corporation
    06d1 Meyer Sound Laboratories, Incorporated
    06d2 CeoTronics AG
    06d3 TriTeq Lock and Security, LLC
    06d4 DYNAKODE TECHNOLOGY PRIVATE LIMITED
    06d5 Sensirion AG
    06d6 JCT Healthcare Pty Ltd
    06d7 FUBA Automotive Electronics GmbH
    06d8 AW Company
    06d9 Shanghai Mountain View Silicon Co.,Ltd.
    06da Zliide Technologies ApS
    06db Automatic Labs, Inc.
    06dc Industrial Network Controls, LLC
    06dd Intellithings Ltd.
    06de Navcast, Inc.
    06df HLI Solutions Inc.
    06e0 Avaya Inc.
    06e1 Milestone AV Technologies LLC
    06e2 Alango Technologies Ltd
    06e3 Spinlock Ltd
    06e4 Aluna
    06e5 OPTEX CO.,LTD.
    06e6 NIHON DENGYO KOUSAKU
    06e7 VELUX A/S
    06e8 Almendo Technologies GmbH
    06e9 Zmartfun Electronics, Inc.
    06ea SafeLine Sweden AB
    06eb Houston Radar LLC
    06ec Sigur
    06ed J Neades Ltd
    06ee Avantis Systems Limited
    06ef ALCARE Co., Ltd.
    06f0 Chargy Technologies, SL
    06f1 Shibutani Co., Ltd.
    06f2 Trapper Data AB
    06f3 Alfred International Inc.
    06f4 Touché Technology Ltd
    06f5 Vigil Technologies Inc.
    06f6 Vitulo Plus BV
    06f7 WILKA Schliesstechnik GmbH
    06f8 BodyPlus Technology Co.,Ltd
    06f9 happybrush GmbH
    06fa Enequi AB
    06fb Sartorius AG
    06fc Tom Communication Industrial Co.,Ltd.
    06fd ESS Embedded System Solutions Inc.
    06fe Mahr GmbH
    06ff Redpine Signals Inc
    0700 TraqFreq LLC
    0701 PAFERS TECH
    0702 Akciju sabiedriba "SAF TEHNIKA"
    0703 Beijing Jingdong Century Trading Co., Ltd.
    0704 JBX Designs Inc.
    0705 AB Electrolux
    0706 Wernher von Braun Center for ASdvanced Research
    0707 Essity Hygiene and Health Aktiebolag
    0708 Be Interactive Co., Ltd
    0709 Carewear Corp.
    070a Huf Hülsbeck & Fürst GmbH & Co. KG
    070b Element Products, Inc.
    070c Beijing Winner Microelectronics Co.,Ltd
    070d SmartSnugg Pty Ltd
    070e FiveCo Sarl
    070f California Things Inc.
    0710 Audiodo AB
    0711 ABAX AS
    0712 Bull Group Company Limited
    0713 Respiri Limited
    0714 MindPeace Safety LLC
    0715 MBARC LABS Inc
    0716 Altonics
    0717 iQsquare BV
    0718 IDIBAIX enginneering
    0719 COREIOT PTY LTD
    071a REVSMART WEARABLE HK CO LTD
    071b Precor
    071c F5 Sports, Inc
    071d exoTIC Systems
    071e DONGGUAN HELE ELECTRONICS CO., LTD
    071f Dongguan Liesheng Electronic Co.Ltd
    0720 Oculeve, Inc.
    0721 Clover Network, Inc.
    0722 Xiamen Eholder Electronics Co.Ltd
    0723 Ford Motor Company
    0724 Guangzhou SuperSound Information Technology Co.,Ltd
    0725 Tedee Sp. z o.o.
    0726 PHC Corporation
    0727 STALKIT AS
    0728 Eli Lilly and Company
    0729 SwaraLink Technologies
    072a JMR embedded systems GmbH
    072b Bitkey Inc.
    072c GWA Hygiene GmbH
    072d Safera Oy
    072e Open Platform Systems LLC
    072f OnePlus Electronics (Shenzhen) Co., Ltd.
    0730 Wildlife Acoustics, Inc.
    0731 ABLIC Inc.
    0732 Dairy Tech, Inc.
    0733 Iguanavation, Inc.
    0734 DiUS Computing Pty Ltd
    0735 UpRight Technologies LTD
    0736 Luna XIO, Inc.
    0737 LLC Navitek
    0738 Glass Security Pte Ltd
    0739 Jiangsu Qinheng Co., Ltd.
    073a Chandler Systems Inc.
    073b Fantini Cosmi s.p.a.
    073c Acubit ApS
    073d Beijing Hao Heng Tian Tech Co., Ltd.
    073e Bluepack S.R.L.
    073f Beijing Unisoc Technologies Co., Ltd.
    0740 HITIQ LIMITED
    0741 MAC SRL
    0742 DML LLC
    0743 Sanofi
    0744 SOCOMEC
    0745 WIZNOVA, Inc.
    0746 Seitec Elektronik GmbH
    0747 OR Technologies Pty Ltd
    0748 GuangZhou KuGou Computer Technology Co.Ltd
    0749 DIAODIAO (Beijing) Technology Co., Ltd.
    074a Illusory Studios LLC
    074b Sarvavid Software Solutions LLP
    074c iopool s.a.
    074d Amtech Systems, LLC
    074e EAGLE DETECTION SA
    074f MEDIATECH S.R.L.
    0750 Hamilton Professional Services of Canada Incorporated
    0751 Changsha JEMO IC Design Co.,Ltd
    0752 Elatec GmbH
    0753 JLG Industries, Inc.
    0754 Michael Parkin
    0755 Brother Industries, Ltd
    0756 Lumens For Less, Inc
    0757 ELA Innovation
    0758 umanSense AB
    0759 Shanghai InGeek Cyber Security Co., Ltd.
    075a HARMAN CO.,LTD.
    075b Smart Sensor Devices AB
    075c Antitronics Inc.
    075d RHOMBUS SYSTEMS, INC.
    075e Katerra Inc.
    075f Remote Solution Co., LTD.
    0760 Vimar SpA
    0761 Mantis Tech LLC
    0762 TerOpta Ltd
    0763 PIKOLIN S.L.
    0764 WWZN Information Technology Company Limited
    0765 Voxx International
    0766 ART AND PROGRAM, INC.
    0767 NITTO DENKO ASIA TECHNICAL CENTRE PTE. LTD.
    0768 Peloton Interactive Inc.
    0769 Force Impact Technologies
    076a Dmac Mobile Developments, LLC
    076b Engineered Medical Technologies
    076c Noodle Technology inc
    076d Graesslin GmbH
    076e WuQi technologies, Inc.
    076f Successful Endeavours Pty Ltd
    0770 InnoCon Medical ApS
    0771 Corvex Connected Safety
    0772 Thirdwayv Inc.
    0773 Echoflex Solutions Inc.
    0774 C-MAX Asia Limited
    0775 4eBusiness GmbH
    0776 Cyber Transport Control GmbH
    0777 Cue
    0778 KOAMTAC INC.
    0779 Loopshore Oy
    077a Niruha Systems Private Limited
    077b AmaterZ, Inc.
    077c radius co., ltd.
    077d Sensority, s.r.o.
    077e Sparkage Inc.
    077f Glenview Software Corporation
    0780 Finch Technologies Ltd.
    0781 Qingping Technology (Beijing) Co., Ltd.
    0782 DeviceDrive AS
    0783 ESEMBER LIMITED LIABILITY COMPANY
    0784 audifon GmbH & Co. KG
    0785 O2 Micro, Inc.
    0786 HLP Controls Pty Limited
    0787 Pangaea Solution
    0788 BubblyNet, LLC
    0789 PCB Piezotronics, Inc.
    078a The Wildflower Foundation
    078b Optikam Tech Inc.
    078c MINIBREW HOLDING B.V
    078d Cybex GmbH
    078e FUJIMIC NIIGATA, INC.
    078f Hanna Instruments, Inc.
    0790 KOMPAN A/S
    0791 Scosche Industries, Inc.
    0792 Cricut, Inc.
    0793 AEV spol. s r.o.
    0794 The Coca-Cola Company
    0795 GASTEC CORPORATION
    0796 StarLeaf Ltd
    0797 Water-i.d. GmbH
    0798 HoloKit, Inc.
    0799 PlantChoir Inc.
    079a GuangDong Oppo Mobile Telecommunications Corp., Ltd.
    079b CST ELECTRONICS (PROPRIETARY) LIMITED
    079c Sky UK Limited
    079d Digibale Pty Ltd
    079e Smartloxx GmbH
    079f Pune Scientific LLP
    07a0 Regent Beleuchtungskorper AG
    07a1 Apollo Neuroscience, Inc.
    07a2 Roku, Inc.
    07a3 Comcast Cable
    07a4 Xiamen Mage Information Technology Co., Ltd.
    07a5 RAB Lighting, Inc.
    07a6 Musen Connect, Inc.
    07a7 Zume, Inc.
    07a8 conbee GmbH
    07a9 Bruel & Kjaer Sound & Vibration
    07aa The Kroger Co.
    07ab Granite River Solutions, Inc.
    07ac LoupeDeck Oy
    07ad New H3C Technologies Co.,Ltd
    07ae Aurea Solucoes Tecnologicas Ltda.
    07af Hong Kong Bouffalo Lab Limited
    07b0 GV Concepts Inc.
    07b1 Thomas Dynamics, LLC
    07b2 Moeco IOT Inc.
    07b3 2N TELEKOMUNIKACE a.s.
    07b4 Hormann KG Antriebstechnik
    07b5 CRONO CHIP, S.L.
    07b6 Soundbrenner Limited
    07b7 ETABLISSEMENTS GEORGES RENAULT
    07b8 iSwip
    07b9 Epona Biotec Limited
    07ba Battery-Biz Inc.
    07bb EPIC S.R.L.
    07bc KD CIRCUITS LLC
    07bd Genedrive Diagnostics Ltd
    07be Axentia Technologies AB
    07bf REGULA Ltd.
    07c0 Biral AG
    07c1 A.W. Chesterton Company
    07c2 Radinn AB
    07c3 CIMTechniques, Inc.
    07c4 Johnson Health Tech NA
    07c5 June Life, Inc.
    07c6 Bluenetics GmbH
    07c7 iaconicDesign Inc.
    07c8 WRLDS Creations AB
    07c9 Skullcandy, Inc.
    07ca Modul-System HH AB
    07cb West Pharmaceutical Services, Inc.
    07cc Barnacle Systems Inc.
    07cd Smart Wave Technologies Canada Inc
    07ce Shanghai Top-Chip Microelectronics Tech. Co., LTD
    07cf NeoSensory, Inc.
    07d0 Hangzhou Tuya Information Technology Co., Ltd
    07d1 Shanghai Panchip Microelectronics Co., Ltd
    07d2 React Accessibility Limited
    07d3 LIVNEX Co.,Ltd.
    07d4 Kano Computing Limited
    07d5 hoots classic GmbH
    07d6 ecobee Inc.
    07d7 Nanjing Qinheng Microelectronics Co., Ltd
    07d8 SOLUTIONS AMBRA INC.
    07d9 Micro-Design, Inc.
    07da STARLITE Co., Ltd.
    07db Remedee Labs
    07dc ThingOS GmbH & Co KG
    07dd Linear Circuits
    07de Unlimited Engineering SL
    07df Snap-on Incorporated
    07e0 Edifier International Limited
    07e1 Lucie Labs
    07e2 Alfred Kaercher SE & Co. KG
    07e3 Airoha Technology Corp.
    07e4 Geeksme S.L.
    07e5 Minut, Inc.
    07e6 Waybeyond Limited
    07e7 Komfort IQ, Inc.
    07e8 Packetcraft, Inc.
    07e9 Häfele GmbH & Co KG
    07ea ShapeLog, Inc.
    07eb NOVABASE S.R.L.
    07ec Frecce LLC
    07ed Joule IQ, INC.
    07ee KidzTek LLC
    07ef Aktiebolaget Sandvik Coromant
    07f0 e-moola.com Pty Ltd
    07f1 Zimi Innovations Pty Ltd
    07f2 SERENE GROUP, INC
    07f3 DIGISINE ENERGYTECH CO. LTD.
    07f4 MEDIRLAB Orvosbiologiai Fejleszto Korlatolt Felelossegu Tarsasag
    07f5 Byton North America Corporation
    07f6 Shenzhen TonliScience and Technology Development Co.,Ltd
    07f7 Cesar Systems Ltd.
    07f8 quip NYC Inc.
    07f9 Direct Communication Solutions, Inc.
    07fa Klipsch Group, Inc.
    07fb Access Co., Ltd
    07fc Renault SA
    07fd JSK CO., LTD.
    07fe BIROTA
    07ff maxon motor ltd.
    0800 Optek
    0801 CRONUS ELECTRONICS LTD
    0802 NantSound, Inc.
    0803 Domintell s.a.
    0804 Andon Health Co.,Ltd
    0805 Urbanminded Ltd
    0806 TYRI Sweden AB
    0807 ECD Electronic Components GmbH Dresden
    0808 SISTEMAS KERN, SOCIEDAD ANÓMINA
    0809 Trulli Audio
    080a Altaneos
    080b Nanoleaf Canada Limited
    080c Ingy B.V.
    080d Azbil Co.
    080e TATTCOM LLC
    080f Paradox Engineering SA
    0810 LECO Corporation
    0811 Becker Antriebe GmbH
    0812 Mstream Technologies., Inc.
    0813 Flextronics International USA Inc.
    0814 Ossur hf.
    0815 SKC Inc
    0816 SPICA SYSTEMS LLC
    0817 Wangs Alliance Corporation
    0818 tatwah SA
    0819 Hunter Douglas Inc
    081a Shenzhen Conex
    081b DIM3
    081c Bobrick Washroom Equipment, Inc.
    081d Potrykus Holdings and Development LLC
    081e iNFORM Technology GmbH
    081f eSenseLab LTD
    0820 Brilliant Home Technology, Inc.
    0821 INOVA Geophysical, Inc.
    0822 adafruit industries
    0823 Nexite Ltd
    0824 8Power Limited
    0825 CME PTE. LTD.
    0826 Hyundai Motor Company
    0827 Kickmaker
    0828 Shanghai Suisheng Information Technology Co., Ltd.
    0829 HEXAGON METROLOGY DIVISION ROMER
    082a Mitutoyo Corporation
    082b shenzhen fitcare electronics Co.,Ltd
    082c INGICS TECHNOLOGY CO., LTD.
    082d INCUS PERFORMANCE LTD.
    082e ABB S.p.A.
    082f Blippit AB
    0830 Core Health and Fitness LLC
    0831 Foxble, LLC
    0832 Intermotive,Inc.
    0833 Conneqtech B.V.
    0834 RIKEN KEIKI CO., LTD.,
    0835 Canopy Growth Corporation
    0836 Bitwards Oy
    0837 vivo Mobile Communication Co., Ltd.
    0838 Etymotic Research, Inc.
    0839 A puissance 3
    083a BPW Bergische Achsen Kommanditgesellschaft
    083b Piaggio Fast Forward
    083c BeerTech LTD
    083d Tokenize, Inc.
    083e Zorachka LTD
    083f D-Link Corp.
    0840 Down Range Systems LLC
    0841 General Luminaire (Shanghai) Co., Ltd.
    0842 Tangshan HongJia electronic technology co., LTD.
    0843 FRAGRANCE DELIVERY TECHNOLOGIES LTD
    0844 Pepperl + Fuchs GmbH
    0845 Dometic Corporation
    0846 USound GmbH
    0847 DNANUDGE LIMITED
    0848 JUJU JOINTS CANADA CORP.
    0849 Dopple Technologies B.V.
    084a ARCOM
    084b Biotechware SRL
    084c ORSO Inc.
    084d SafePort
    084e Carol Cole Company
    084f Embedded Fitness B.V.
    0850 Yealink (Xiamen) Network Technology Co.,LTD
    0851 Subeca, Inc.
    0852 Cognosos, Inc.
    0853 Pektron Group Limited
    0854 Tap Sound System
    0855 Helios Sports, Inc.
    0856 Canopy Growth Corporation
    0857 Parsyl Inc
    0858 SOUNDBOKS
    0859 BlueUp
    085a DAKATECH
    085b Nisshinbo Micro Devices Inc.
    085c ACOS CO.,LTD.
    085d Guilin Zhishen Information Technology Co.,Ltd.
    085e Krog Systems LLC
    085f COMPEGPS TEAM,SOCIEDAD LIMITADA
    0860 Alflex Products B.V.
    0861 SmartSensor Labs Ltd
    0862 SmartDrive
    0863 Yo-tronics Technology Co., Ltd.
    0864 Rafaelmicro
    0865 Emergency Lighting Products Limited
    0866 LAONZ Co.,Ltd
    0867 Western Digital Techologies, Inc.
    0868 WIOsense GmbH & Co. KG
    0869 EVVA Sicherheitstechnologie GmbH
    086a Odic Incorporated
    086b Pacific Track, LLC
    086c Revvo Technologies, Inc.
    086d Biometrika d.o.o.
    086e Vorwerk Elektrowerke GmbH & Co. KG
    086f Trackunit A/S
    0870 Wyze Labs, Inc
    0871 Dension Elektronikai Kft.
    0872 11 Health & Technologies Limited
    0873 Innophase Incorporated
    0874 Treegreen Limited
    0875 Berner International LLC
    0876 SmartResQ ApS
    0877 Tome, Inc.
    0878 The Chamberlain Group, Inc.
    0879 MIZUNO Corporation
    087a ZRF, LLC
    087b BYSTAMP
    087c Crosscan GmbH
    087d Konftel AB
    087e 1bar.net Limited
    087f Phillips Connect Technologies LLC
    0880 imagiLabs AB
    0881 Optalert
    0882 PSYONIC, Inc.
    0883 Wintersteiger AG
    0884 Controlid Industria, Comercio de Hardware e Servicos de Tecnologia Ltda
    0885 LEVOLOR INC
    0886 Movella Technologies B.V.
    0887 Hydro-Gear Limited Partnership
    0888 EnPointe Fencing Pty Ltd
    0889 XANTHIO
    088a sclak s.r.l.
    088b Tricorder Arraay Technologies LLC
    088c GB Solution co.,Ltd
    088d Soliton Systems K.K.
    088e GIGA-TMS INC
    088f Tait International Limited
    0890 NICHIEI INTEC CO., LTD.
    0891 SmartWireless GmbH & Co. KG
    0892 Ingenieurbuero Birnfeld UG (haftungsbeschraenkt)
    0893 Maytronics Ltd
    0894 EPIFIT
    0895 Gimer medical
    0896 Nokian Renkaat Oyj
    0897 Current Lighting Solutions LLC
    0898 Sensibo, Inc.
    0899 SFS unimarket AG
    089a Private limited company "Teltonika"
    089b Saucon Technologies
    089c Embedded Devices Co. Company
    089d J-J.A.D.E. Enterprise LLC
    089e i-SENS, inc.
    089f Witschi Electronic Ltd
    08a0 Aclara Technologies LLC
    08a1 EXEO TECH CORPORATION
    08a2 Epic Systems Co., Ltd.
    08a3 Hoffmann SE
    08a4 Realme Chongqing Mobile Telecommunications Corp., Ltd.
    08a5 UMEHEAL Ltd
    08a6 Intelligenceworks Inc.
    08a7 TGR 1.618 Limited
    08a8 Shanghai Kfcube Inc
    08a9 Fraunhofer IIS
    08aa SZ DJI TECHNOLOGY CO.,LTD
    08ab Coburn Technology, LLC
    08ac Topre Corporation
    08ad Kayamatics Limited
    08ae Moticon ReGo AG
    08af Polidea Sp. z o.o.
    08b0 Trivedi Advanced Technologies LLC
    08b1 CORE|vision BV
    08b2 PF SCHWEISSTECHNOLOGIE GMBH
    08b3 IONIQ Skincare GmbH & Co. KG
    08b4 Sengled Co., Ltd.
    08b5 TransferFi
    08b6 Boehringer Ingelheim Vetmedica GmbH
    08b7 ABB Inc
    08b8 Check Technology Solutions LLC
    08b9 U-Shin Ltd.
    08ba HYPER ICE, INC.
    08bb Tokai-rika co.,ltd.
    08bc Prevayl Limited
    08bd bf1systems limited
    08be ubisys technologies GmbH
    08bf SIRC Co., Ltd.
    08c0 Accent Advanced Systems SLU
    08c1 Rayden.Earth LTD
    08c2 Lindinvent AB
    08c3 CHIPOLO d.o.o.
    08c4 CellAssist, LLC
    08c5 J. Wagner GmbH
    08c6 Integra Optics Inc
    08c7 Monadnock Systems Ltd.
    08c8 Liteboxer Technologies Inc.
    08c9 Noventa AG
    08ca Nubia Technology Co.,Ltd.
    08cb JT INNOVATIONS LIMITED
    08cc TGM TECHNOLOGY CO., LTD.
    08cd ifly
    08ce ZIMI CORPORATION
    08cf betternotstealmybike UG (with limited liability)
    08d0 ESTOM Infotech Kft.
    08d1 Sensovium Inc.
    08d2 Virscient Limited
    08d3 Novel Bits, LLC
    08d4 ADATA Technology Co., LTD.
    08d5 KEYes
    08d6 Nome Oy
    08d7 Inovonics Corp
    08d8 WARES
    08d9 Pointr Labs Limited
    08da Miridia Technology Incorporated
    08db Tertium Technology
    08dc SHENZHEN AUKEY E BUSINESS CO., LTD
    08dd code-Q
    08de TE Connectivity Corporation
    08df IRIS OHYAMA CO.,LTD.
    08e0 Philia Technology
    08e1 KOZO KEIKAKU ENGINEERING Inc.
    08e2 Shenzhen Simo Technology co. LTD
    08e3 Republic Wireless, Inc.
    08e4 Rashidov ltd
    08e5 Crowd Connected Ltd
    08e6 Eneso Tecnologia de Adaptacion S.L.
    08e7 Barrot Technology Co.,Ltd.
    08e8 Naonext
    08e9 Taiwan Intelligent Home Corp.
    08ea COWBELL ENGINEERING CO.,LTD.
    08eb Beijing Big Moment Technology Co., Ltd.
    08ec Denso Corporation
    08ed IMI Hydronic Engineering International SA
    08ee Askey Computer Corp.
    08ef Cumulus Digital Systems, Inc
    08f0 Joovv, Inc.
    08f1 The L.S. Starrett Company
    08f2 Microoled
    08f3 PSP - Pauli Services & Products GmbH
    08f4 Kodimo Technologies Company Limited
    08f5 Tymtix Technologies Private Limited
    08f6 Dermal Photonics Corporation
    08f7 MTD Products Inc & Affiliates
    08f8 instagrid GmbH
    08f9 Spacelabs Medical Inc.
    08fa Troo Corporation
    08fb Darkglass Electronics Oy
    08fc Hill-Rom
    08fd BioIntelliSense, Inc.
    08fe Ketronixs Sdn Bhd
    08ff Plastimold Products, Inc
    0900 Beijing Zizai Technology Co., LTD.
    0901 Lucimed
    0902 TSC Auto-ID Technology Co., Ltd.
    0903 DATAMARS, Inc.
    0904 SUNCORPORATION
    0905 Yandex Services AG
    0906 Scope Logistical Solutions
    0907 User Hello, LLC
    0908 Pinpoint Innovations Limited
    0909 70mai Co.,Ltd.
    090a Zhuhai Hoksi Technology CO.,LTD
    090b EMBR labs, INC
    090c Radiawave Technologies Co.,Ltd.
    090d IOT Invent GmbH
    090e OPTIMUSIOT TECH LLP
    090f VC Inc.
    0910 ASR Microelectronics (Shanghai) Co., Ltd.
    0911 Douglas Lighting Controls Inc.
    0912 Nerbio Medical Software Platforms Inc
    0913 Braveheart Wireless, Inc.
    0914 INEO-SENSE
    0915 Honda Motor Co., Ltd.
    0916 Ambient Sensors LLC
    0917 ASR Microelectronics(ShenZhen)Co., Ltd.
    0918 Technosphere Labs Pvt. Ltd.
    0919 NO SMD LIMITED
    091a Albertronic BV
    091b Luminostics, Inc.
    091c Oblamatik AG
    091d Innokind, Inc.
    091e Melbot Studios, Sociedad Limitada
    091f Myzee Technology
    0920 Omnisense Limited
    0921 KAHA PTE. LTD.
    0922 Shanghai MXCHIP Information Technology Co., Ltd.
    0923 JSB TECH PTE LTD
    0924 Fundacion Tecnalia Research and Innovation
    0925 Yukai Engineering Inc.
    0926 Gooligum Technologies Pty Ltd
    0927 ROOQ GmbH
    0928 AiRISTA
    0929 Qingdao Haier Technology Co., Ltd.
    092a Sappl Verwaltungs- und Betriebs GmbH
    092b TekHome
    092c PCI Private Limited
    092d Leggett & Platt, Incorporated
    092e PS GmbH
    092f C.O.B.O. SpA
    0930 James Walker RotaBolt Limited
    0931 BREATHINGS Co., Ltd.
    0932 BarVision, LLC
    0933 SRAM
    0934 KiteSpring Inc.
    0935 Reconnect, Inc.
    0936 Elekon AG
    0937 RealThingks GmbH
    0938 Henway Technologies, LTD.
    0939 ASTEM Co.,Ltd.
    093a LinkedSemi Microelectronics (Xiamen) Co., Ltd
    093b ENSESO LLC
    093c Xenoma Inc.
    093d Adolf Wuerth GmbH & Co KG
    093e Catalyft Labs, Inc.
    093f JEPICO Corporation
    0940 Hero Workout GmbH
    0941 Rivian Automotive, LLC
    0942 TRANSSION HOLDINGS LIMITED
    0943 Reserved
    0944 Agitron d.o.o.
    0945 Globe (Jiangsu) Co., Ltd
    0946 AMC International Alfa Metalcraft Corporation AG
    0947 First Light Technologies Ltd.
    0948 Wearable Link Limited
    0949 Metronom Health Europe
    094a Zwift, Inc.
    094b Kindeva Drug Delivery L.P.
    094c GimmiSys GmbH
    094d tkLABS INC.
    094e PassiveBolt, Inc.
    094f Limited Liability Company "Mikrotikls"
    0950 Capetech
    0951 PPRS
    0952 Apptricity Corporation
    0953 LogiLube, LLC
    0954 Julbo
    0955 Breville Group
    0956 Kerlink
    0957 Ohsung Electronics
    0958 ZTE Corporation
    0959 HerdDogg, Inc
    095a Selekt Bilgisayar, lletisim Urunleri lnsaat Sanayi ve Ticaret Limited Sirketi
    095b Lismore Instruments Limited
    095c LogiLube, LLC
    095d Electronic Theatre Controls
    095e BioEchoNet inc.
    095f NUANCE HEARING LTD
    0960 Sena Technologies Inc.
    0961 Linkura AB
    0962 GL Solutions K.K.
    0963 Moonbird BV
    0964 Countrymate Technology Limited
    0965 Asahi Kasei Corporation
    0966 PointGuard, LLC
    0967 Neo Materials and Consulting Inc.
    0968 Actev Motors, Inc.
    0969 Woan Technology (Shenzhen) Co., Ltd.
    096a dricos, Inc.
    096b Guide ID B.V.
    096c 9374-7319 Quebec inc
    096d Gunwerks, LLC
    096e Band Industries, inc.
    096f Lund Motion Products, Inc.
    0970 IBA Dosimetry GmbH
    0971 GA
    0972 Closed Joint Stock Company "Zavod Flometr" ("Zavod Flometr" CJSC)
    0973 Popit Oy
    0974 ABEYE
    0975 BlueIOT(Beijing) Technology Co.,Ltd
    0976 Fauna Audio GmbH
    0977 TOYOTA motor corporation
    0978 ZifferEins GmbH & Co. KG
    0979 BIOTRONIK SE & Co. KG
    097a CORE CORPORATION
    097b CTEK Sweden AB
    097c Thorley Industries, LLC
    097d CLB B.V.
    097e SonicSensory Inc
    097f ISEMAR S.R.L.
    0980 DEKRA TESTING AND CERTIFICATION, S.A.U.
    0981 Bernard Krone Holding SE & Co.KG
    0982 ELPRO-BUCHS AG
    0983 Feedback Sports LLC
    0984 TeraTron GmbH
    0985 Lumos Health Inc.
    0986 Cello Hill, LLC
    0987 TSE BRAKES, INC.
    0988 BHM-Tech Produktionsgesellschaft m.b.H
    0989 WIKA Alexander Wiegand SE & Co.KG
    098a Biovigil
    098b Mequonic Engineering, S.L.
    098c bGrid B.V.
    098d C3-WIRELESS, LLC
    098e ADVEEZ
    098f Aktiebolaget Regin
    0990 Anton Paar GmbH
    0991 Telenor ASA
    0992 Big Kaiser Precision Tooling Ltd
    0993 Absolute Audio Labs B.V.
    0994 VT42 Pty Ltd
    0995 Bronkhorst High-Tech B.V.
    0996 C. & E. Fein GmbH
    0997 NextMind
    0998 Pixie Dust Technologies, Inc.
    0999 eTactica ehf
    099a New Audio LLC
    099b Sendum Wireless Corporation
    099c deister electronic GmbH
    099d YKK AP Inc.
    099e Step One Limited
    099f Koya Medical, Inc.
    09a0 Proof Diagnostics, Inc.
    09a1 VOS Systems, LLC
    09a2 ENGAGENOW DATA SCIENCES PRIVATE LIMITED
    09a3 ARDUINO SA
    09a4 KUMHO ELECTRICS, INC
    09a5 Security Enhancement Systems, LLC
    09a6 BEIJING ELECTRIC VEHICLE CO.,LTD
    09a7 Paybuddy ApS
    09a8 KHN Solutions LLC
    09a9 Nippon Ceramic Co.,Ltd.
    09aa PHOTODYNAMIC INCORPORATED
    09ab DashLogic, Inc.
    09ac Ambiq
    09ad Narhwall Inc.
    09ae Pozyx NV
    09af ifLink Open Community
    09b0 Deublin Company, LLC
    09b1 BLINQY
    09b2 DYPHI
    09b3 BlueX Microelectronics Corp Ltd.
    09b4 PentaLock Aps.
    09b5 AUTEC Gesellschaft fuer Automationstechnik mbH
    09b6 Pegasus Technologies, Inc.
    09b7 Bout Labs, LLC
    09b8 PlayerData Limited
    09b9 SAVOY ELECTRONIC LIGHTING
    09ba Elimo Engineering Ltd
    09bb SkyStream Corporation
    09bc Aerosens LLC
    09bd Centre Suisse d'Electronique et de Microtechnique SA
    09be Vessel Ltd.
    09bf Span.IO, Inc.
    09c0 AnotherBrain inc.
    09c1 Rosewill
    09c2 Universal Audio, Inc.
    09c3 JAPAN TOBACCO INC.
    09c4 UVISIO
    09c5 HungYi Microelectronics Co.,Ltd.
    09c6 Honor Device Co., Ltd.
    09c7 Combustion, LLC
    09c8 XUNTONG
    09c9 CrowdGlow Ltd
    09ca Mobitrace
    09cb Hx Engineering, LLC
    09cc Senso4s d.o.o.
    09cd Blyott
    09ce Julius Blum GmbH
    09cf BlueStreak IoT, LLC
    09d0 Chess Wise B.V.
    09d1 ABLEPAY TECHNOLOGIES AS
    09d2 Temperature Sensitive Solutions Systems Sweden AB
    09d3 HeartHero, inc.
    09d4 ORBIS Inc.
    09d5 GEAR RADIO ELECTRONICS CORP.
    09d6 EAR TEKNIK ISITME VE ODIOMETRI CIHAZLARI SANAYI VE TICARET ANONIM SIRKETI
    09d7 Coyotta
    09d8 Synergy Tecnologia em Sistemas Ltda
    09d9 VivoSensMedical GmbH
    09da Nagravision SA
    09db Bionic Avionics Inc.
    09dc AON2 Ltd.
    09dd Innoware Development AB
    09de JLD Technology Solutions, LLC
    09df Magnus Technology Sdn Bhd
    09e0 Preddio Technologies Inc.
    09e1 Tag-N-Trac Inc
    09e2 Wuhan Linptech Co.,Ltd.
    09e3 Friday Home Aps
    09e4 CPS AS
    09e5 Mobilogix
    09e6 Masonite Corporation
    09e7 Kabushikigaisha HANERON
    09e8 Melange Systems Pvt. Ltd.
    09e9 LumenRadio AB
    09ea Athlos Oy
    09eb KEAN ELECTRONICS PTY LTD
    09ec Yukon advanced optics worldwide, UAB
    09ed Sibel Inc.
    09ee OJMAR SA
    09ef Steinel Solutions AG
    09f0 WatchGas B.V.
    09f1 OM Digital Solutions Corporation
    09f2 Audeara Pty Ltd
    09f3 Beijing Zero Zero Infinity Technology Co.,Ltd.
    09f4 Spectrum Technologies, Inc.
    09f5 OKI Electric Industry Co., Ltd
    09f6 Mobile Action Technology Inc.
    09f7 SENSATEC Co., Ltd.
    09f8 R.O. S.R.L.
    09f9 Hangzhou Yaguan Technology Co. LTD
    09fa Listen Technologies Corporation
    09fb TOITU CO., LTD.
    09fc Confidex
    09fd Keep Technologies, Inc.
    09fe Lichtvision Engineering GmbH
    09ff AIRSTAR
    0a00 Ampler Bikes OU
    0a01 Cleveron AS
    0a02 Ayxon-Dynamics GmbH
    0a03 donutrobotics Co., Ltd.
    0a04 Flosonics Medical
    0a05 Southwire Company, LLC
    0a06 Shanghai wuqi microelectronics Co.,Ltd
    0a07 Reflow Pty Ltd
    0a08 Oras Oy
    0a09 ECCT
    0a0a Volan Technology Inc.
    0a0b SIANA Systems
    0a0c Shanghai Yidian Intelligent Technology Co., Ltd.
    0a0d Blue Peacock GmbH
    0a0e Roland Corporation
    0a0f LIXIL Corporation
    0a10 SUBARU Corporation
    0a11 Sensolus
    0a12 Dyson Technology Limited
    0a13 Tec4med LifeScience GmbH
    0a14 CROXEL, INC.
    0a15 Syng Inc
    0a16 RIDE VISION LTD
    0a17 Plume Design Inc
    0a18 Cambridge Animal Technologies Ltd
    0a19 Maxell, Ltd.
    0a1a Link Labs, Inc.
    0a1b Embrava Pty Ltd
    0a1c INPEAK S.C.
    0a1d API-K
    0a1e CombiQ AB
    0a1f DeVilbiss Healthcare LLC
    0a20 Jiangxi Innotech Technology Co., Ltd
    0a21 Apollogic Sp. z o.o.
    0a22 DAIICHIKOSHO CO., LTD.
    0a23 BIXOLON CO.,LTD
    0a24 Atmosic Technologies, Inc.
    0a25 Eran Financial Services LLC
    0a26 Louis Vuitton
    0a27 AYU DEVICES PRIVATE LIMITED
    0a28 NanoFlex Power Corporation
    0a29 Worthcloud Technology Co.,Ltd
    0a2a Yamaha Corporation
    0a2b PaceBait IVS
    0a2c Shenzhen H&T Intelligent Control Co., Ltd
    0a2d Shenzhen Feasycom Technology Co., Ltd.
    0a2e Zuma Array Limited
    0a2f Instamic, Inc.
    0a30 Air-Weigh
    0a31 Nevro Corp.
    0a32 Pinnacle Technology, Inc.
    0a33 WMF AG
    0a34 Luxer Corporation
    0a35 safectory GmbH
    0a36 NGK SPARK PLUG CO., LTD.
    0a37 2587702 Ontario Inc.
    0a38 Bouffalo Lab (Nanjing)., Ltd.
    0a39 BLUETICKETING SRL
    0a3a Incotex Co. Ltd.
    0a3b Galileo Technology Limited
    0a3c Siteco GmbH
    0a3d DELABIE
    0a3e Hefei Yunlian Semiconductor Co., Ltd
    0a3f Shenzhen Yopeak Optoelectronics Technology Co., Ltd.
    0a40 GEWISS S.p.A.
    0a41 OPEX Corporation
    0a42 Motionalysis, Inc.
    0a43 Busch Systems International Inc.
    0a44 Novidan, Inc.
    0a45 3SI Security Systems, Inc
    0a46 Beijing HC-Infinite Technology Limited
    0a47 The Wand Company Ltd
    0a48 JRC Mobility Inc.
    0a49 Venture Research Inc.
    0a4a Map Large, Inc.
    0a4b MistyWest Energy and Transport Ltd.
    0a4c SiFli Technologies (shanghai) Inc.
    0a4d Lockn Technologies Private Limited
    0a4e Toytec Corporation
    0a4f VANMOOF Global Holding B.V.
    0a50 Nextscape Inc.
    0a51 CSIRO
    0a52 Follow Sense Europe B.V.
    0a53 KKM COMPANY LIMITED
    0a54 SQL Technologies Corp.
    0a55 Inugo Systems Limited
    0a56 ambie
    0a57 Meizhou Guo Wei Electronics Co., Ltd
    0a58 Indigo Diabetes
    0a59 TourBuilt, LLC
    0a5a Sontheim Industrie Elektronik GmbH
    0a5b LEGIC Identsystems AG
    0a5c Innovative Design Labs Inc.
    0a5d MG Energy Systems B.V.
    0a5e LaceClips llc
    0a5f stryker
    0a60 DATANG SEMICONDUCTOR TECHNOLOGY CO.,LTD
    0a61 Smart Parks B.V.
    0a62 MOKO TECHNOLOGY Ltd
    0a63 Gremsy JSC
    0a64 Geopal system A/S
    0a65 Lytx, INC.
    0a66 JUSTMORPH PTE. LTD.
    0a67 Beijing SuperHexa Century Technology CO. Ltd
    0a68 Focus Ingenieria SRL
    0a69 HAPPIEST BABY, INC.
    0a6a Scribble Design Inc.
    0a6b Olympic Ophthalmics, Inc.
    0a6c Pokkels
    0a6d KUUKANJYOKIN Co.,Ltd.
    0a6e Pac Sane Limited
    0a6f Warner Bros.
    0a70 Ooma
    0a71 Senquip Pty Ltd
    0a72 Jumo GmbH & Co. KG
    0a73 Innohome Oy
    0a74 MICROSON S.A.
    0a75 Delta Cycle Corporation
    0a76 Synaptics Incorporated
    0a77 AXTRO PTE. LTD.
    0a78 Shenzhen Sunricher Technology Limited
    0a79 Webasto SE
    0a7a Emlid Limited
    0a7b UniqAir Oy
    0a7c WAFERLOCK
    0a7d Freedman Electronics Pty Ltd
    0a7e KEBA Handover Automation GmbH
    0a7f Intuity Medical
    0a80 Cleer Limited
    0a81 Universal Biosensors Pty Ltd
    0a82 Corsair
    0a83 Rivata, Inc.
    0a84 Greennote Inc,
    0a85 Snowball Technology Co., Ltd.
    0a86 ALIZENT International
    0a87 Shanghai Smart System Technology Co., Ltd
    0a88 PSA Peugeot Citroen
    0a89 SES-Imagotag
    0a8a HAINBUCH GMBH SPANNENDE TECHNIK
    0a8b SANlight GmbH
    0a8c DelpSys, s.r.o.
    0a8d JCM TECHNOLOGIES S.A.
    0a8e Perfect Company
    0a8f TOTO LTD.
    0a90 Shenzhen Grandsun Electronic Co.,Ltd.
    0a91 Monarch International Inc.
    0a92 Carestream Dental LLC
    0a93 GiPStech S.r.l.
    0a94 OOBIK Inc.
    0a95 Pamex Inc.
    0a96 Lightricity Ltd
    0a97 SensTek
    0a98 Foil, Inc.
    0a99 Shanghai high-flying electronics technology Co.,Ltd
    0a9a TEMKIN ASSOCIATES, LLC
    0a9b Eello LLC
    0a9c Xi'an Fengyu Information Technology Co., Ltd.
    0a9d Canon Finetech Nisca Inc.
    0a9e LifePlus, Inc.
    0a9f ista International GmbH
    0aa0 Loy Tec electronics GmbH
    0aa1 LINCOGN TECHNOLOGY CO. LIMITED
    0aa2 Care Bloom, LLC
    0aa3 DIC Corporation
    0aa4 FAZEPRO LLC
    0aa5 Shenzhen Uascent Technology Co., Ltd
    0aa6 Realityworks, inc.
    0aa7 Urbanista AB
    0aa8 Zencontrol Pty Ltd
    0aa9 Mrinq Technologies LLC
    0aaa Computime International Ltd
    0aab Anhui Listenai Co
    0aac OSM HK Limited
    0aad Adevo Consulting AB
    0aae PS Engineering, Inc.
    0aaf AIAIAI ApS
    0ab0 Visiontronic s.r.o.
    0ab1 InVue Security Products Inc
    0ab2 TouchTronics, Inc.
    0ab3 INNER RANGE PTY. LTD.
    0ab4 Ellenby Technologies, Inc.
    0ab5 Elstat Electronics Ltd.
    0ab6 Xenter, Inc.
    0ab7 LogTag North America Inc.
    0ab8 Sens.ai Incorporated
    0ab9 STL
    0aba Open Bionics Ltd.
    0abb R-DAS, s.r.o.
    0abc KCCS Mobile Engineering Co., Ltd.
    0abd Inventas AS
    0abe Robkoo Information & Technologies Co., Ltd.
    0abf PAUL HARTMANN AG
    0ac0 Omni-ID USA, INC.
    0ac1 Shenzhen Jingxun Technology Co., Ltd.
    0ac2 RealMega Microelectronics technology (Shanghai) Co. Ltd.
    0ac3 Kenzen, Inc.
    0ac4 CODIUM
    0ac5 Flexoptix GmbH
    0ac6 Barnes Group Inc.
    0ac7 Chengdu Aich Technology Co.,Ltd
    0ac8 Keepin Co., Ltd.
    0ac9 Swedlock AB
    0aca Shenzhen CoolKit Technology Co., Ltd
    0acb ise Individuelle Software und Elektronik GmbH
    0acc Nuvoton
    0acd Visuallex Sport International Limited
    0ace KOBATA GAUGE MFG. CO., LTD.
    0acf CACI Technologies
    0ad0 Nordic Strong ApS
    0ad1 EAGLE KINGDOM TECHNOLOGIES LIMITED
    0ad2 Lautsprecher Teufel GmbH
    0ad3 SSV Software Systems GmbH
    0ad4 Zhuhai Pantum Electronisc Co., Ltd
    0ad5 Streamit B.V.
    0ad6 nymea GmbH
    0ad7 AL-KO Geraete GmbH
    0ad8 Franz Kaldewei GmbH&Co KG
    0ad9 Shenzhen Aimore. Co.,Ltd
    0ada Codefabrik GmbH
    0adb Reelables, Inc.
    0adc Duravit AG
    0add Boss Audio
    0ade Vocera Communications, Inc.
    0adf Douglas Dynamics L.L.C.
    0ae0 Viceroy Devices Corporation
    0ae1 ChengDu ForThink Technology Co., Ltd.
    0ae2 IMATRIX SYSTEMS, INC.
    0ae3 GlobalMed
    0ae4 DALI Alliance
    0ae5 unu GmbH
    0ae6 Hexology
    0ae7 Sunplus Technology Co., Ltd.
    0ae8 LEVEL, s.r.o.
    0ae9 FLIR Systems AB
    0aea Borda Technology
    0aeb Square, Inc.
    0aec FUTEK ADVANCED SENSOR TECHNOLOGY, INC
    0aed Saxonar GmbH
    0aee Velentium, LLC
    0aef GLP German Light Products GmbH
    0af0 Leupold & Stevens, Inc.
    0af1 CRADERS,CO.,LTD
    0af2 Shanghai All Link Microelectronics Co.,Ltd
    0af3 701x Inc.
    0af4 Radioworks Microelectronics PTY LTD
    0af5 Unitech Electronic Inc.
    0af6 AMETEK, Inc.
    0af7 Irdeto
    0af8 First Design System Inc.
    0af9 Unisto AG
    0afa Chengdu Ambit Technology Co., Ltd.
    0afb SMT ELEKTRONIK GmbH
    0afc Cerebrum Sensor Technologies Inc.
    0afd Weber Sensors, LLC
    0afe Earda Technologies Co.,Ltd
    0aff FUSEAWARE LIMITED
    0b00 Flaircomm Microelectronics Inc.
    0b01 RESIDEO TECHNOLOGIES, INC.
    0b02 IORA Technology Development Ltd. Sti.
    0b03 Precision Triathlon Systems Limited
    0b04 I-PERCUT
    0b05 Marquardt GmbH
    0b06 FAZUA GmbH
    0b07 Workaround Gmbh
    0b08 Shenzhen Qianfenyi Intelligent Technology Co., LTD
    0b09 soonisys
    0b0a Belun Technology Company Limited
    0b0b Sanistaal A/S
    0b0c BluPeak
    0b0d SANYO DENKO Co.,Ltd.
    0b0e Honda Lock Mfg. Co.,Ltd.
    0b0f B.E.A. S.A.
    0b10 Alfa Laval Corporate AB
    0b11 ThermoWorks, Inc.
    0b12 ToughBuilt Industries LLC
    0b13 IOTOOLS
    0b14 Olumee
    0b15 NAOS JAPAN K.K.
    0b16 Guard RFID Solutions Inc.
    0b17 SIG SAUER, INC.
    0b18 DECATHLON SE
    0b19 WBS PROJECT H PTY LTD
    0b1a Roca Sanitario, S.A.
    0b1b Enerpac Tool Group Corp.
    0b1c Nanoleq AG
    0b1d Accelerated Systems
    0b1e PB INC.
    0b1f Beijing ESWIN Computing Technology Co., Ltd.
    0b20 TKH Security B.V.
    0b21 ams AG
    0b22 Hygiene IQ, LLC.
    0b23 iRhythm Technologies, Inc.
    0b24 BeiJing ZiJie TiaoDong KeJi Co.,Ltd.
    0b25 NIBROTECH LTD
    0b26 Baracoda Daily Healthtech.
    0b27 Lumi United Technology Co., Ltd
    0b28 CHACON
    0b29 Tech-Venom Entertainment Private Limited
    0b2a ACL Airshop B.V.
    0b2b MAINBOT
    0b2c ILLUMAGEAR, Inc.
    0b2d REDARC ELECTRONICS PTY LTD
    0b2e MOCA System Inc.
    0b2f Duke Manufacturing Co
    0b30 ART SPA
    0b31 Silver Wolf Vehicles Inc.
    0b32 Hala Systems, Inc.
    0b33 ARMATURA LLC
    0b34 CONZUMEX INDUSTRIES PRIVATE LIMITED
    0b35 BH SENS
    0b36 SINTEF
    0b37 Omnivoltaic Energy Solutions Limited Company
    0b38 WISYCOM S.R.L.
    0b39 Red 100 Lighting Co., ltd.
    0b3a Impact Biosystems, Inc.
    0b3b AIC semiconductor (Shanghai) Co., Ltd.
    0b3c Dodge Industrial, Inc.
    0b3d REALTIMEID AS
    0b3e ISEO Serrature S.p.a.
    0b3f MindRhythm, Inc.
    0b40 Havells India Limited
    0b41 Sentrax GmbH
    0b42 TSI
    0b43 INCITAT ENVIRONNEMENT
    0b44 nFore Technology Co., Ltd.
    0b45 Electronic Sensors, Inc.
    0b46 Bird Rides, Inc.
    0b47 Gentex Corporation
    0b48 NIO USA, Inc.
    0b49 SkyHawke Technologies
    0b4a Nomono AS
    0b4b EMS Integrators, LLC
    0b4c BiosBob.Biz
    0b4d Adam Hall GmbH
    0b4e ICP Systems B.V.
    0b4f Breezi.io, Inc.
    0b50 Mesh Systems LLC
    0b51 FUN FACTORY GmbH
    0b52 ZIIP Inc
    0b53 SHENZHEN KAADAS INTELLIGENT TECHNOLOGY CO.,Ltd
    0b54 Emotion Fitness GmbH & Co. KG
    0b55 H G M Automotive Electronics, Inc.
    0b56 BORA - Vertriebs GmbH & Co KG
    0b57 CONVERTRONIX TECHNOLOGIES AND SERVICES LLP
    0b58 TOKAI-DENSHI INC
    0b59 Versa Group B.V.
    0b5a H.P. Shelby Manufacturing, LLC.
    0b5b Shenzhen ImagineVision Technology Limited
    0b5c Exponential Power, Inc.
    0b5d Fujian Newland Auto-ID Tech. Co., Ltd.
    0b5e CELLCONTROL, INC.
    0b5f Rivieh, Inc.
    0b60 RATOC Systems, Inc.
    0b61 Sentek Pty Ltd
    0b62 NOVEA ENERGIES
    0b63 Innolux Corporation
    0b64 NingBo klite Electric Manufacture Co.,LTD
    0b65 The Apache Software Foundation
    0b66 MITSUBISHI ELECTRIC AUTOMATION (THAILAND) COMPANY LIMITED
    0b67 CleanSpace Technology Pty Ltd
    0b68 Quha oy
    0b69 Addaday
    0b6a Dymo
    0b6b Samsara Networks, Inc
    0b6c Sensitech, Inc.
    0b6d SOLUM CO., LTD
    0b6e React Mobile
    0b6f Shenzhen Malide Technology Co.,Ltd
    0b70 JDRF Electromag Engineering Inc
    0b71 lilbit ODM AS
    0b72 Geeknet, Inc.
    0b73 HARADA INDUSTRY CO., LTD.
    0b74 BQN
    0b75 Triple W Japan Inc.
    0b76 MAX-co., ltd
    0b77 Aixlink(Chengdu) Co., Ltd.
    0b78 FIELD DESIGN INC.
    0b79 Sankyo Air Tech Co.,Ltd.
    0b7a Shenzhen KTC Technology Co.,Ltd.
    0b7b Hardcoder Oy
    0b7c Scangrip A/S
    0b7d FoundersLane GmbH
    0b7e Offcode Oy
    0b7f ICU tech GmbH
    0b80 AXELIFE
    0b81 SCM Group
    0b82 Mammut Sports Group AG
    0b83 Taiga Motors Inc.
    0b84 Presidio Medical, Inc.
    0b85 VIMANA TECH PTY LTD
    0b86 Trek Bicycle
    0b87 Ampetronic Ltd
    0b88 Muguang (Guangdong) Intelligent Lighting Technology Co., Ltd
    0b89 Rotronic AG
    0b8a Seiko Instruments Inc.
    0b8b American Technology Components, Incorporated
    0b8c MOTREX
    0b8d Pertech Industries Inc
    0b8e Gentle Energy Corp.
    0b8f Senscomm Semiconductor Co., Ltd.
    0b90 Ineos Automotive Limited
    0b91 Alfen ICU B.V.
    0b92 Citisend Solutions, SL
    0b93 Hangzhou BroadLink Technology Co., Ltd.
    0b94 Dreem SAS
    0b95 Netwake GmbH
    0b96 Telecom Design
    0b97 SILVER TREE LABS, INC.
    0b98 Gymstory B.V.
    0b99 The Goodyear Tire & Rubber Company
    0b9a Beijing Wisepool Infinite Intelligence Technology Co.,Ltd
    0b9b GISMAN
    0b9c Komatsu Ltd.
    0b9d Sensoria Holdings LTD
    0b9e Audio Partnership Plc
    0b9f Group Lotus Limited
    0ba0 Data Sciences International
    0ba1 Bunn-O-Matic Corporation
    0ba2 TireCheck GmbH
    0ba3 Sonova Consumer Hearing GmbH
    0ba4 Vervent Audio Group
    0ba5 SONICOS ENTERPRISES, LLC
    0ba6 Nissan Motor Co., Ltd.
    0ba7 hearX Group (Pty) Ltd
    0ba8 GLOWFORGE INC.
    0ba9 Allterco Robotics ltd
    0baa Infinitegra, Inc.
    0bab Grandex International Corporation
    0bac Machfu Inc.
    0bad Roambotics, Inc.
    0bae Soma Labs LLC
    0baf NITTO KOGYO CORPORATION
    0bb0 Ecolab Inc.
    0bb1 Beijing ranxin intelligence technology Co.,LTD
    0bb2 Fjorden Electra AS
    0bb3 Flender GmbH
    0bb4 New Cosmos USA, Inc.
    0bb5 Xirgo Technologies, LLC
    0bb6 Build With Robots Inc.
    0bb7 IONA Tech LLC
    0bb8 INNOVAG PTY. LTD.
    0bb9 SaluStim Group Oy
    0bba Huso, INC
    0bbb SWISSINNO SOLUTIONS AG
    0bbc T2REALITY SOLUTIONS PRIVATE LIMITED
    0bbd ETHEORY PTY LTD
    0bbe SAAB Aktiebolag
    0bbf HIMSA II K/S
    0bc0 READY FOR SKY LLP
    0bc1 Miele & Cie. KG
    0bc2 EntWick Co.
    0bc3 MCOT INC.
    0bc4 TECHTICS ENGINEERING B.V.
    0bc5 Aperia Technologies, Inc.
    0bc6 TCL COMMUNICATION EQUIPMENT CO.,LTD.
    0bc7 Signtle Inc.
    0bc8 OTF Distribution, LLC
    0bc9 Neuvatek Inc.
    0bca Perimeter Technologies, Inc.
    0bcb Divesoft s.r.o.
    0bcc Sylvac sa
    0bcd Amiko srl
    0bce Neurosity, Inc.
    0bcf LL Tec Group LLC
    0bd0 Durag GmbH
    0bd1 Hubei Yuan Times Technology Co., Ltd.
    0bd2 IDEC
    0bd3 Procon Analytics, LLC
    0bd4 ndd Medizintechnik AG
    0bd5 Super B Lithium Power B.V.
    0bd6 Shenzhen Injoinic Technology Co., Ltd.
    0bd7 VINFAST TRADING AND PRODUCTION JOINT STOCK COMPANY
    0bd8 PURA SCENTS, INC.
    0bd9 Elics Basis Ltd.
    0bda Aardex Ltd.
    0bdb CHAR-BROIL, LLC
    0bdc Ledworks S.r.l.
    0bdd Coroflo Limited
    0bde Yale
    0bdf WINKEY ENTERPRISE (HONG KONG) LIMITED
    0be0 Koizumi Lighting Technology corp.
    0be1 Back40 Precision
    0be2 OTC engineering
    0be3 Comtel Systems Ltd.
    0be4 Deepfield Connect GmbH
    0be5 ZWILLING J.A. Henckels Aktiengesellschaft
    0be6 Puratap Pty Ltd
    0be7 Fresnel Technologies, Inc.
    0be8 Sensormate AG
    0be9 Shindengen Electric Manufacturing Co., Ltd.
    0bea Twenty Five Seven, prodaja in storitve, d.o.o.
    0beb Luna Health, Inc.
    0bec Miracle-Ear, Inc.
    0bed CORAL-TAIYI Co. Ltd.
    0bee LINKSYS USA, INC.
    0bef Safetytest GmbH
    0bf0 KIDO SPORTS CO., LTD.
    0bf1 Site IQ LLC
    0bf2 Angel Medical Systems, Inc.
    0bf3 PONE BIOMETRICS AS
    0bf4 ER Lab LLC
    0bf5 T5 tek, Inc.
    0bf6 greenTEG AG
    0bf7 Wacker Neuson SE
    0bf8 Innovacionnye Resheniya
    0bf9 Alio, Inc
    0bfa CleanBands Systems Ltd.
    0bfb Dodam Enersys Co., Ltd
    0bfc T+A elektroakustik GmbH & Co.KG
    0bfd Esmé Solutions
    0bfe Media-Cartec GmbH
    0bff Ratio Electric BV
    0c00 MQA Limited
    0c01 NEOWRK SISTEMAS INTELIGENTES S.A.
    0c02 Loomanet, Inc.
    0c03 Puff Corp
    0c04 Happy Health, Inc.
    0c05 Montage Connect, Inc.
    0c06 LED Smart Inc.
    0c07 CONSTRUKTS, INC.
    0c08 limited liability company "Red"
    0c09 Senic Inc.
    0c0a Automated Pet Care Products, LLC
    0c0b aconno GmbH
    0c0c Mendeltron, Inc.
    0c0d Mereltron bv
    0c0e ALEX DENKO CO.,LTD.
    0c0f AETERLINK
    0c10 Cosmed s.r.l.
    0c11 Gordon Murray Design Limited
    0c12 IoSA
    0c13 Scandinavian Health Limited
    0c14 Fasetto, Inc.
    0c15 Geva Sol B.V.
    0c16 TYKEE PTY. LTD.
    0c17 SomnoMed Limited
    0c18 CORROHM
    0c19 Arlo Technologies, Inc.
    0c1a Catapult Group International Ltd
    0c1b Rockchip Electronics Co., Ltd.
    0c1c GEMU
    0c1d OFF Line Japan Co., Ltd.
    0c1e EC sense co., Ltd
    0c1f LVI Co.
    0c20 COMELIT GROUP S.P.A.
    0c21 Foshan Viomi Electrical Technology Co., Ltd
    0c22 Glamo Inc.
    0c23 KEYTEC,Inc.
    0c24 SMARTD TECHNOLOGIES INC.
    0c25 JURA Elektroapparate AG
    0c26 Performance Electronics, Ltd.
    0c27 Pal Electronics
    0c28 Embecta Corp.
    0c29 DENSO AIRCOOL CORPORATION
    0c2a Caresix Inc.
    0c2b GigaDevice Semiconductor Inc.
    0c2c Zeku Technology (Shanghai) Corp., Ltd.
    0c2d OTF Product Sourcing, LLC
    0c2e Easee AS
    0c2f BEEHERO, INC.
    0c30 McIntosh Group Inc
    0c31 KINDOO LLP
    0c32 Xian Yisuobao Electronic Technology Co., Ltd.
    0c33 Exeger Operations AB
    0c34 BYD Company Limited
    0c35 Thermokon-Sensortechnik GmbH
    0c36 Cosmicnode BV
    0c37 SignalQuest, LLC
    0c38 Noritz Corporation.
    0c39 TIGER CORPORATION
    0c3a Equinosis, LLC
    0c3b ORB Innovations Ltd
    0c3c Classified Cycling
    0c3d Wrmth Corp.
    0c3e BELLDESIGN Inc.
    0c3f Stinger Equipment, Inc.
    0c40 HORIBA, Ltd.
    0c41 Control Solutions LLC
    0c42 Heath Consultants Inc.
    0c43 Berlinger & Co. AG
    0c44 ONCELABS LLC
    0c45 Brose Verwaltung SE, Bamberg
    0c46 Granwin IoT Technology (Guangzhou) Co.,Ltd
    0c47 Epsilon Electronics,lnc
    0c48 VALEO MANAGEMENT SERVICES
    0c49 twopounds gmbh
    0c4a atSpiro ApS
    0c4b ADTRAN, Inc.
    0c4c Orpyx Medical Technologies Inc.
    0c4d Seekwave Technology Co.,ltd.
    0c4e Tactile Engineering, Inc.
    0c4f SharkNinja Operating LLC
    0c50 Imostar Technologies Inc.
    0c51 INNOVA S.R.L.
    0c52 ESCEA LIMITED
    0c53 Taco, Inc.
    0c54 HiViz Lighting, Inc.
    0c55 Zintouch B.V.
    0c56 Rheem Sales Company, Inc.
    0c57 UNEEG medical A/S
    0c58 Hykso Inc.
    0c59 CYBERDYNE Inc.
    0c5a Lockswitch Sdn Bhd
    0c5b Alban Giacomo S.P.A.
    0c5c MGM WIRELESSS HOLDINGS PTY LTD
    0c5d StepUp Solutions ApS
    0c5e BlueID GmbH
    0c5f Nanjing Linkpower Microelectronics Co.,Ltd
    0c60 KEBA Energy Automation GmbH
    0c61 NNOXX, Inc
    0c62 Phiaton Corporation
    0c63 phg Peter Hengstler GmbH + Co. KG
    0c64 dormakaba Holding AG
    0c65 WAKO CO,.LTD
    0c66 DEN Smart Home B.V.
    0c67 TRACKTING S.R.L.
    0c68 Emerja Corporation
    0c69 BLITZ electric motors. LTD
    0c6a CONSORCIO TRUST CONTROL - NETTEL
    0c6b GILSON SAS
    0c6c SNIFF LOGIC LTD
    0c6d Fidure Corp.
    0c6e Sensa LLC
    0c6f Parakey AB
    0c70 SCARAB SOLUTIONS LTD
    0c71 BitGreen Technolabz (OPC) Private Limited
    0c72 StreetCar ORV, LLC
    0c73 Truma Gerätetechnik GmbH & Co. KG
    0c74 yupiteru
    0c75 Embedded Engineering Solutions LLC
    0c76 Shenzhen Gwell Times Technology Co. , Ltd
    0c77 TEAC Corporation
    0c78 CHARGTRON IOT PRIVATE LIMITED
    0c79 Zhuhai Smartlink Technology Co., Ltd
    0c7a Triductor Technology (Suzhou), Inc.
    0c7b PT SADAMAYA GRAHA TEKNOLOGI
    0c7c Mopeka Products LLC
    0c7d 3ALogics, Inc.
    0c7e BOOMING OF THINGS
    0c7f Rochester Sensors, LLC
    0c80 CARDIOID - TECHNOLOGIES, LDA
    0c81 Carrier Corporation
    0c82 NACON
    0c83 Watchdog Systems LLC
    0c84 MAXON INDUSTRIES, INC.
    0c85 Amlogic, Inc.
    0c86 Qingdao Eastsoft Communication Technology Co.,Ltd
    0c87 Weltek Technologies Company Limited
    0c88 Nextivity Inc.
    0c89 AGZZX OPTOELECTRONICS TECHNOLOGY CO., LTD
    0c8a ARTISTIC&CO.GLOBAL Ltd.
    0c8b Heavys Inc
    0c8c T-Mobile USA
    0c8d tonies GmbH
    0c8e Technocon Engineering Ltd.
    0c8f Radar Automobile Sales(Shandong)Co.,Ltd.
    0c90 WESCO AG
    0c91 Yashu Systems
    0c92 Kesseböhmer Ergonomietechnik GmbH
    0c93 Movesense Oy
    0c94 Baxter Healthcare Corporation
    0c95 Gemstone Lights Canada Ltd.
    0c96 H+B Hightech GmbH
    0c97 Deako
    0c98 MiX Telematics International (PTY) LTD
    0c99 Vire Health Oy
    0c9a ALF Inc.
    0c9b NTT sonority, Inc.
    0c9c Sunstone-RTLS Ipari Szolgaltato Korlatolt Felelossegu Tarsasag
    0c9d Ribbiot, INC.
    0c9e ECCEL CORPORATION SAS
    0c9f Dragonfly Energy Corp.
    0ca0 BIGBEN
    0ca1 YAMAHA MOTOR CO.,LTD.
    0ca2 XSENSE LTD
    0ca3 MAQUET GmbH
    0ca4 MITSUBISHI ELECTRIC LIGHTING CO, LTD
    0ca5 Princess Cruise Lines, Ltd.
    0ca6 Megger Ltd
    0ca7 Verve InfoTec Pty Ltd
    0ca8 Sonas, Inc.
    0ca9 Mievo Technologies Private Limited
    0caa Shenzhen Poseidon Network Technology Co., Ltd
    0cab HERUTU ELECTRONICS CORPORATION
    0cac Shenzhen Shokz Co.,Ltd.
    0cad Shenzhen Openhearing Tech CO., LTD .
    0cae Evident Corporation
    0caf NEURINNOV
    0cb0 SwipeSense, Inc.
    0cb1 RF Creations
    0cb2 SHINKAWA Sensor Technology, Inc.
    0cb3 janova GmbH
    0cb4 Eberspaecher Climate Control Systems GmbH
    0cb5 Racketry, d. o. o.
    0cb6 THE EELECTRIC MACARON LLC
    0cb7 Cucumber Lighting Controls Limited
    0cb8 Shanghai Proxy Network Technology Co., Ltd.
    0cb9 seca GmbH & Co. KG
    0cba Ameso Tech (OPC) Private Limited
    0cbb Emlid Tech Kft.
    0cbc TROX GmbH
    0cbd Pricer AB
    0cbe Missing Company ID from Bluetooth SIG Assigned Numbers
    0cbf Forward Thinking Systems LLC.
    0cc0 Garnet Instruments Ltd.
    0cc1 CLEIO Inc.
    0cc2 Anker Innovations Limited
    0cc3 HMD Global Oy
    0cc4 ABUS August Bremicker Soehne Kommanditgesellschaft
    0cc5 Open Road Solutions, Inc.
    0cc6 Serial Technology Corporation
    0cc7 SB C&S Corp.
    0cc8 TrikThom
    0cc9 Innocent Technology Co., Ltd.
    0cca Cyclops Marine Ltd
    0ccb NOTHING TECHNOLOGY LIMITED
    0ccc Kord Defence Pty Ltd
    0ccd YanFeng Visteon(Chongqing) Automotive Electronic Co.,Ltd
    0cce SENOSPACE LLC
    0ccf Shenzhen CESI Information Technology Co., Ltd.
    0cd0 MooreSilicon Semiconductor Technology (Shanghai) Co., LTD.
    0cd1 Imagine Marketing Limited
    0cd2 EQOM SSC B.V.
    0cd3 TechSwipe
    0cd4 Shenzhen Zhiduotun IoT Technology Co., Ltd
    0cd5 Numa Products, LLC
    0cd6 HHO (Hangzhou) Digital Technology Co., Ltd.
    0cd7 Maztech Industries, LLC
    0cd8 SIA Mesh Group
    0cd9 Minami acoustics Limited
    0cda Wolf Steel ltd
    0cdb Circus World Displays Limited
    0cdc Ypsomed AG
    0cdd Alif Semiconductor, Inc.
    0cde RESPONSE TECHNOLOGIES, LTD.
    0cdf SHENZHEN CHENYUN ELECTRONICS CO., LTD
    0ce0 VODALOGIC PTY LTD
    0ce1 Regal Beloit America, Inc.
    0ce2 CORVENT MEDICAL, INC.
    0ce3 Taiwan Fuhsing
    0ce4 Off-Highway Powertrain Services Germany GmbH
    0ce5 Amina Distribution AS
    0ce6 McWong International, Inc.
    0ce7 TAG HEUER SA
    0ce8 Dongguan Yougo Electronics Co.,Ltd.
    0ce9 PEAG, LLC dba JLab Audio
    0cea HAYWARD INDUSTRIES, INC
    0ceb Shenzhen Tingting Technology Co. LTD
    0cec Pacific Coast Fishery Services (2003) Inc.
    0ced CV. NURI TEKNIK
    0cee MadgeTech, Inc
    0cef POGS B.V.
    0cf0 THOTAKA TEKHNOLOGIES INDIA PRIVATE LIMITED
    0cf1 Midmark
    0cf2 BestSens AG
    0cf3 Radio Sound
    0cf4 SOLUX PTY LTD
    0cf5 BOS Balance of Storage Systems AG
    0cf6 OJ Electronics A/S
    0cf7 TVS Motor Company Ltd.
    0cf8 core sensing GmbH
    0cf9 Tamblue Oy
    0cfa Protect Animals With Satellites LLC
    0cfb Tyromotion GmbH
    0cfc ElectronX design
    0cfd Wuhan Woncan Construction Technologies Co., Ltd.
    0cfe Thule Group AB
    0cff Ergodriven Inc
    0d00 Sparkpark AS
    0d01 KEEPEN
    0d02 Rocky Mountain ATV/MC Jake Wilson
    0d03 MakuSafe Corp
    0d04 Bartec Auto Id Ltd
    0d05 Energy Technology and Control Limited
    0d06 doubleO Co., Ltd.
    0d07 Datalogic S.r.l.
    0d08 Datalogic USA, Inc.
    0d09 Leica Geosystems AG
    0d0a CATEYE Co., Ltd.
    0d0b Research Products Corporation
    0d0c Planmeca Oy
    0d0d C.Ed. Schulte GmbH Zylinderschlossfabrik
    0d0e PetVoice Co., Ltd.
    0d0f Timebirds Australia Pty Ltd
    0d10 JVC KENWOOD Corporation
    0d11 Great Dane LLC
    0d12 Spartek Systems Inc.
    0d13 MERRY ELECTRONICS CO., LTD.
    0d14 Merry Electronics (S) Pte Ltd
    0d15 Spark
    0d16 Nations Technologies Inc.
    0d17 Akix S.r.l.
    0d18 Bioliberty Ltd
    0d19 C.G. Air Systemes Inc.
    0d1a Maturix ApS
    0d1b RACHIO, INC.
    0d1c LIMBOID LLC
    0d1d Electronics4All Inc.
    0d1e FESTINA LOTUS SA
    0d1f Synkopi, Inc.
    0d20 SCIENTERRA LIMITED
    0d21 Cennox Group Limited
    0d22 Cedarware, Corp.
    0d23 GREE Electric Appliances, Inc. of Zhuhai
    0d24 Japan Display Inc.
    0d25 System Elite Holdings Group Limited
    0d26 Burkert Werke GmbH & Co. KG
    0d27 velocitux
    0d28 FUJITSU COMPONENT LIMITED
    0d29 MIYAKAWA ELECTRIC WORKS LTD
    0d2a PhysioLogic Devices, Inc.
    0d2b Sensoryx AG
    0d2c SIL System Integration Laboratory GmbH
    0d2d Cooler Pro, LLC
    0d2e Advanced Electronic Applications, Inc
    0d2f Delta Development Team, Inc
    0d30 Laxmi Therapeutic Devices, Inc.
    0d31 SYNCHRON, INC.
    0d32 Badger Meter
    0d33 Micropower Group AB
    0d34 ZILLIOT TECHNOLOGIES PRIVATE LIMITED
    0d35 Universidad Politecnica de Madrid
    0d36 XIHAO INTELLIGENGT TECHNOLOGY CO., LTD
    0d37 Zerene Inc.
    0d38 CycLock
    0d39 Systemic Games, LLC
    0d3a Frost Solutions, LLC
    0d3b Lone Star Marine Pty Ltd
    0d3c SIRONA Dental Systems GmbH
    0d3d bHaptics Inc.
    0d3e LUMINOAH, INC.
    0d3f Vogels Products B.V.
    0d40 SignalFire Telemetry, Inc.
    0d41 CPAC Systems AB
    0d42 TEKTRO TECHNOLOGY CORPORATION
    0d43 Gosuncn Technology Group Co., Ltd.
    0d44 Ex Makhina Inc.
    0d45 Odeon, Inc.
    0d46 Thales Simulation & Training AG
    0d47 Shenzhen DOKE Electronic Co., Ltd
    0d48 Vemcon GmbH
    0d49 Refrigerated Transport Electronics, Inc.
    0d4a Rockpile Solutions, LLC
    0d4b Soundwave Hearing, LLC
    0d4c IotGizmo Corporation
    0d4d Optec, LLC
    0d4e NIKAT SOLUTIONS PRIVATE LIMITED
    0d4f Movano Inc.
    0d50 Ningbo Fotile Marketing Co.,Ltd.
    0d51 Genetus inc.
    0d52 DIVAN TRADING CO., LTD.
    0d53 Luxottica Group S.p.A
    ffff Bluetooth SIG reserved default vendor
    """#
}

// Bluetooth Numbers Database:
//
// Copyright (c) 2019 - 2020, Nordic Semiconductor ASA All rights reserved.
//
// Redistribution and use in source and binary forms, with or without modification, are permitted
// provided that the following conditions are met:
//
// 1. Redistributions of source code must retain the above copyright notice, this list of conditions
// and the following disclaimer.
//
// 2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions
// and the following disclaimer in the documentation and/or other materials provided with the
// distribution.
//
// 3. Neither the name of Nordic Semiconductor ASA nor the names of its contributors may be used to
// endorse or promote products derived from this software without specific prior written permission.
//
// THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR
// IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY, AND
// FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL NORDIC SEMICONDUCTOR ASA OR
// CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
// DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE,
// DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER
// IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF
// THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

// bluetooth-numbers:
//
// The MIT License (MIT)
//
// Copyright (c) 2022 Koen Vervloesem
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
// associated documentation files (the "Software"), to deal in the Software without restriction,
// including without limitation the rights to use, copy, modify, merge, publish, distribute,
// sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
// furnished to do so, subject to the following conditions:
//
// The above copyright notice and this permission notice shall be included in all copies or substantial
// portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
// NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
// NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES
// OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
// CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

// bleak:
//
// MIT License
//
// Copyright (c) 2020, Henrik Blidh
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
// associated documentation files (the "Software"), to deal in the Software without restriction,
// including without limitation the rights to use, copy, modify, merge, publish, distribute,
// sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
// furnished to do so, subject to the following conditions:
//
// The above copyright notice and this permission notice shall be included in all copies or substantial
// portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
// NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
// NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES
// OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
// CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
